/** Explains the verdict `partial` if it is unknown which files the baseline scan or this scan read. */
export const unknownReading =
  'Assay could not compare which files the baseline and this scan read, because one of the two scans has no ' +
  'record of the files that it read. Scan both again.'

/** Maximum number of lost files that coverage lists by name. */
export const maxNamedLosses = 100
