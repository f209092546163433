const syntax = /^[A-Z0-9](?:[A-Z0-9._-]*[A-Z0-9])?$/i
const maxNameLength = 200

/** Normalizes a Python project name for comparisons, https://peps.python.org/pep-0503/#normalized-names. */
export function normalProjectName(name: string): string {
  return name.toLowerCase().replace(/[-_.]+/g, '-')
}

/** Reports whether a string is a valid name for a Python project or an extra (PEP 508, "Names"). */
export function isProjectName(name: string): boolean {
  return name.length <= maxNameLength && syntax.test(name)
}
