declare const __EKS_PREFLIGHT_FLEET_SCRIPT__: string | undefined;
declare const __EKS_PREFLIGHT_FLEET_STYLE__: string | undefined;

/** The script of the page, built from `client/` by scripts/page-assets.ts. Without it, everything can still be read. */
export const fleetScript = typeof __EKS_PREFLIGHT_FLEET_SCRIPT__ === 'string' ? __EKS_PREFLIGHT_FLEET_SCRIPT__ : '';

/** The style sheet of the page, built from `page.css` by scripts/page-assets.ts. */
export const fleetStyle = typeof __EKS_PREFLIGHT_FLEET_STYLE__ === 'string' ? __EKS_PREFLIGHT_FLEET_STYLE__ : '';
