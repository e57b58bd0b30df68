declare const __EKS_PREFLIGHT_VERSION__: string | undefined;

/** What the build writes into the bundle. */
export const version = typeof __EKS_PREFLIGHT_VERSION__ === 'string' ? __EKS_PREFLIGHT_VERSION__ : '0.0.0-development';
