import type { Glance } from '@khop/engine/sheets/recognise/glance.ts';
import { threadMain } from '../../threads/thread-main.ts';
import { glanceHere } from './read-file.ts';

threadMain<string, Glance>(glanceHere);
