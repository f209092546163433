const syntax = /^[A-Z0-9](?:[A-Z0-9._-]*[A-Z0-9])?$/i
const maxNameLength = 200

/** The form under which names of Python projects are compared, https://peps.python.org/pep-0503/#normalized-names. */
export function normalProjectName(name: string): string {
  return name.toLowerCase().replace(/[-_.]+/g, '-')
}

/** True for what may be the name of a Python project, or of an extra: PEP 508, "Names". */
export function isProjectName(name: string): boolean {
  return name.length <= maxNameLength && syntax.test(name)
}
