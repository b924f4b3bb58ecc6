import { expect, test } from 'vitest';
import { eventParser } from './events.ts';

const stream = ': xin chào\n\nid: 7\nevent: run\ndata: {"a":1}\n\nid: 8\r\ndata: một\r\ndata: hai\r\n\r\ndata: cuối';

test('events are cut out however the stream is sliced', () => {
  for (let size = 1; size <= stream.length; size += 1) {
    const parse = eventParser();
    const events = [];
    for (let at = 0; at < stream.length; at += size) events.push(...parse(stream.slice(at, at + size)));
    expect(events).toEqual([
      { id: '7', event: 'run', data: '{"a":1}' },
      { id: '8', event: 'message', data: 'một\nhai' },
    ]);
  }
});
