import { threadMain } from '../../../threads/thread-main.ts';
import { type FilePreview, type PreviewRequest, previewHere } from './preview.ts';

threadMain<PreviewRequest, FilePreview>(previewHere);
