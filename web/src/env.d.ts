/// <reference types="vite/client" />

/** Set by vite.config.ts: the hash of the sources, "dev" while developing. */
declare const __BUILD_ID__: string;
