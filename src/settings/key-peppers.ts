/** Placeholder in a list of peppers for the pepper that Assay derives from ASSAY_SECRET. */
export const pepperOfSecret = 'secret'
