export type ServerEvent = { id: string | undefined; event: string; data: string };

/** Cuts a stream of text into server-sent events; keeps what is unfinished for the next piece. */
export function eventParser(): (piece: string) => ServerEvent[] {
  let rest = '';
  let lastId: string | undefined;
  return (piece) => {
    rest += piece;
    const blocks = rest.split(/\r?\n\r?\n/);
    rest = blocks.pop() ?? '';
    const events: ServerEvent[] = [];
    for (const block of blocks) {
      let event = 'message';
      const data: string[] = [];
      for (const line of block.split(/\r?\n/)) {
        const at = line.indexOf(':');
        if (at === 0) continue;
        const field = at < 0 ? line : line.slice(0, at);
        const value = at < 0 ? '' : line.slice(at + 1).replace(/^ /, '');
        if (field === 'data') data.push(value);
        else if (field === 'event') event = value;
        else if (field === 'id') lastId = value;
      }
      if (data.length > 0) events.push({ id: lastId, event, data: data.join('\n') });
    }
    return events;
  };
}

/** Reads an event stream to its end, telling each event. Rejects when the connection breaks. */
export async function readEvents(response: Response, onEvent: (event: ServerEvent) => void): Promise<void> {
  if (!response.body) return;
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  const parse = eventParser();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    for (const event of parse(value)) onEvent(event);
  }
}
