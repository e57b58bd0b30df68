declare const __EKS_PREFLIGHT_PAGE_SCRIPT__: string | undefined;
declare const __EKS_PREFLIGHT_PAGE_STYLE__: string | undefined;

/**
 * The script of the page, built from `client/` by scripts/page-assets.ts. Without it, everything can still be read,
 * except for the details of the later entries of a large page.
 */
export const pageScript = typeof __EKS_PREFLIGHT_PAGE_SCRIPT__ === 'string' ? __EKS_PREFLIGHT_PAGE_SCRIPT__ : '';

/** The style sheet of the page, built from `page.css` by scripts/page-assets.ts. */
export const pageStyle = typeof __EKS_PREFLIGHT_PAGE_STYLE__ === 'string' ? __EKS_PREFLIGHT_PAGE_STYLE__ : '';
