declare const __EKS_PREFLIGHT_PAGE_SCRIPT__: string | undefined;
declare const __EKS_PREFLIGHT_PAGE_STYLE__: string | undefined;

/** What the page runs, made of `client/` by scripts/page-assets.ts. Without it, everything can still be read. */
export const pageScript = typeof __EKS_PREFLIGHT_PAGE_SCRIPT__ === 'string' ? __EKS_PREFLIGHT_PAGE_SCRIPT__ : '';

/** The style sheet of the page, made of `page.css` by scripts/page-assets.ts. */
export const pageStyle = typeof __EKS_PREFLIGHT_PAGE_STYLE__ === 'string' ? __EKS_PREFLIGHT_PAGE_STYLE__ : '';
