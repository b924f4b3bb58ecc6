import type { Glance } from '@khop/engine/sheets/recognise/glance.ts';
import { threadMain } from '../../threads/thread-main.ts';
import type { GlanceRequest } from './glance.ts';
import { glanceHere } from './read-file.ts';

threadMain<GlanceRequest, Glance>(glanceHere);
