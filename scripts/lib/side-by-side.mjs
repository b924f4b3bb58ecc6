/**
 * Does pieces of work, at most `together` at a time, each beginning in its turn. Their output is written piece after
 * piece: of the first that has not ended at once, of the others when it is their turn.
 * @param work called with a piece and with how it tells a text.
 * @returns what it came to for every piece, in their order.
 */
export async function sideBySide(pieces, together, work, write = (text) => process.stdout.write(text)) {
  const told = pieces.map(() => ({ held: [], ended: false }));
  const answers = [];
  let first = 0;
  let next = 0;
  const tellerOf = (at) => (text) => {
    if (at === first) write(text);
    else told[at].held.push(text);
  };
  const end = (at) => {
    told[at].ended = true;
    while (told[first]?.ended) {
      first += 1;
      for (const text of told[first]?.held.splice(0) ?? []) write(text);
    }
  };
  const worker = async () => {
    while (next < pieces.length) {
      const at = next;
      next += 1;
      try {
        answers[at] = await work(pieces[at], tellerOf(at));
      } finally {
        end(at);
      }
    }
  };
  await Promise.all(Array.from({ length: together }, worker));
  return answers;
}
