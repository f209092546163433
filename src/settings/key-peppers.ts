/** Placeholder in the pepper list. Assay replaces it with the pepper derived from ASSAY_SECRET. */
export const pepperOfSecret = 'secret'
