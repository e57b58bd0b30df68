/** What the build writes into the bundle. */

declare const __EKS_PREFLIGHT_VERSION__: string | undefined;
declare const __EKS_PREFLIGHT_BUILT_AT__: string | undefined;

export const version = typeof __EKS_PREFLIGHT_VERSION__ === 'string' ? __EKS_PREFLIGHT_VERSION__ : '0.0.0-development';
/** When this build was made, ISO 8601; undefined in development. */
export const builtAt = typeof __EKS_PREFLIGHT_BUILT_AT__ === 'string' ? __EKS_PREFLIGHT_BUILT_AT__ : undefined;
