export { unzip } from '../adapters/bundle/unzip.ts';
