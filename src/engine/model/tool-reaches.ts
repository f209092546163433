/**
 * Entries of one kind that a tool keeps. With so many, others may exist. This file needs no schema library, so that
 * small programs can import it.
 */
export const maxToolReaches = 20
