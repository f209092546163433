/** Stands in a list of peppers for the one that hangs on ASSAY_SECRET. */
export const pepperOfSecret = 'secret'
