import { digitsOf, tokenOrder } from './tokens.ts'

/**
 * Version order for R packages, https://cran.r-project.org/doc/manuals/r-release/R-exts.html#The-DESCRIPTION-file:
 * numbers separated by `.` or `-`. `0.1.0` sorts before `0.1.0.0`.
 */
export const cranOrder = tokenOrder((text) =>
  /^\d+(?:[.-]\d+)*$/.test(text)
    ? [...text.split(/[.-]/).map((part) => ({ rank: 1, digits: digitsOf(part) })), { rank: 0 }]
    : undefined,
)
