import type { Config, IdentityConfig } from '../../config.ts';

/**
 * The sources from which the page may load: itself, and of the outside only what the settings make it need. Styles and
 * scripts are files.
 */
export function contentPolicy({ identity, media, tokenSyncUrl, publicUrl }: Config) {
  const provider = sourcesOf(identity);
  const isCloudinary = media.mode === 'cloudinary';
  return {
    useDefaults: true,
    directives: {
      'default-src': ["'self'"],
      'script-src': ["'self'", ...provider.script],
      'style-src': ["'self'"],
      'font-src': ["'self'"],
      'base-uri': ["'none'"],
      'img-src': [
        "'self'",
        'data:',
        'blob:',
        ...provider.image,
        ...(isCloudinary ? ['https://res.cloudinary.com'] : []),
      ],
      'connect-src': [
        "'self'",
        ...provider.connect,
        ...(tokenSyncUrl ? [new URL(tokenSyncUrl).origin] : []),
        ...(isCloudinary ? ['https://api.cloudinary.com'] : []),
      ],
      'frame-src': ["'self'", ...provider.frame],
      'upgrade-insecure-requests': publicUrl.startsWith('https') ? [] : null,
    },
  };
}

type Sources = { readonly [Kind in 'script' | 'image' | 'connect' | 'frame']: readonly string[] };

/** Ways to sign in that stay on our own page. */
const OWN: ReadonlySet<string> = new Set(['password', 'email-link']);

/**
 * The sources that the ways to sign in need. The others have a page of the provider, and a frame of ours talks to its
 * window.
 */
function sourcesOf(identity: IdentityConfig | null): Sources {
  if (identity === null) return { script: [], image: [], connect: [], frame: [] };
  const isEmulator = identity.mode === 'emulator';
  const page = isEmulator ? identity.emulatorUrl : `https://${identity.authDomain}`;
  const calls = isEmulator
    ? [identity.emulatorUrl]
    : ['https://identitytoolkit.googleapis.com', 'https://securetoken.googleapis.com'];
  if (identity.providers.every((way) => OWN.has(way))) return { script: [], image: [], connect: calls, frame: [] };
  return {
    script: ['https://apis.google.com'],
    image: identity.providers.includes('google.com') ? ['https://*.googleusercontent.com'] : [],
    connect: isEmulator ? calls : [...calls, page],
    frame: [page],
  };
}
