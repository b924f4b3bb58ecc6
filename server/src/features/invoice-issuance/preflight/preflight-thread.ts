import type { Finding } from '@khop/engine/invoice-issuance/findings/finding.ts';
import { withoutRecords } from '@khop/engine/invoice-issuance/findings/records.ts';
import { preflight } from '@khop/engine/invoice-issuance/preflight/preflight.ts';
import type { IssuanceInput } from '@khop/engine/invoice-issuance/types.ts';
import { threadMain } from '../../../threads/thread-main.ts';

threadMain<IssuanceInput, Finding[]>((input) => preflight(input).map(withoutRecords));
