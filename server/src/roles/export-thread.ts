import { workbooks } from '../adapters/workbook/workbooks.ts';
import { buildExport, type ExportAnswer, type ExportAsked } from '../features/invoice-issuance/export/build-export.ts';
import { threadMain } from '../threads/thread-main.ts';

// A thread is wired like a process: this is where the feature meets the adapter that writes its workbooks.
threadMain<ExportAsked, ExportAnswer>((asked) => buildExport(asked, workbooks));
