import type { Ecosystem } from '../model/component.ts'

/**
 * The form under which an ecosystem takes two package names for the same. PyPI: PEP 503,
 * https://peps.python.org/pep-0503/#normalized-names. npm: as it is; old packages differ in case alone.
 */
export function normalPackageName(ecosystem: Ecosystem, name: string): string {
  return ecosystem === 'PyPI' ? name.toLowerCase().replace(/[-_.]+/g, '-') : name
}
