import { exampleFiles } from '../../example-files.ts'
import { displayLine } from '../../display-text.ts'
import type { WordySupplyChainRule } from '../../remark.ts'
import { type DeclaredDependency, declaredDependencies } from './declared.ts'

const npmOf = (wanted: string, more: Record<string, string> = {}) =>
  exampleFiles({
    'package.json': JSON.stringify({ name: 'example-shop', dependencies: { 'example-parser': wanted } }, undefined, 2),
    ...more,
  })

export const unpinnedDependency: WordySupplyChainRule = {
  document: {
    id: 'unpinned-dependency',
    title: 'A dependency may be of any version',
    category: 'supply-chain',
    severity: 'low',
    precision: 'medium',
    cwe: ['CWE-1357', 'CWE-1104'],
    owaspMcp: ['MCP04:2025'],
    safeMcp: ['SAFE-T1002'],
    what:
      'A manifest asks for a dependency without a bound: `*`, `latest`, `>=` without an upper one, or by its ' +
      'name alone, and no lockfile and no file of constraints says which one is meant; members of a workspace ' +
      'mean each other. In what is published for Python libraries only a name without any version counts, ' +
      'because there lower bounds are the habit. Told once for each manifest.',
    why:
      'Each installation brings what was published last, also a release that was published by somebody who ' +
      'should not, minutes ago.',
    remediation:
      'Ask for a range with an upper bound, such as `^1.4.2` or `~=1.4`, and commit the lockfile of what is deployed.',
    examples: {
      bad: [npmOf('*'), npmOf('latest'), npmOf('>=1.0.0'), exampleFiles({ 'requirements.txt': 'example-parser\n' })],
      good: [
        npmOf('^1.4.2'),
        npmOf('*', { 'package-lock.json': '{ "lockfileVersion": 3, "packages": {} }' }),
        exampleFiles({ 'requirements.txt': 'example-parser==1.4.2\nother-parser>=2,<3\n' }),
      ],
    },
  },
  *find(project) {
    const files = [...project.snapshot.files.keys()]
    const isLocked = {
      npm: files.some((path) => npmLock.test(path)),
      PyPI: files.some((path) => pythonLock.test(path)),
    }
    const members = new Set(project.manifests.map(({ name }) => name))
    const unpinned = declaredDependencies(project).filter(
      (dependency) =>
        !(dependency.ecosystem === 'npm' && members.has(dependency.name)) &&
        dependency.isInstalled &&
        !isLocked[dependency.ecosystem] &&
        isUnbounded(dependency),
    )
    for (const [file, [first, ...others]] of Map.groupBy(unpinned, (dependency) => dependency.file)) {
      if (!first || /^[ \t]{0,9}(?:-c|--constraint)[ \t=]/m.test(file.text)) continue
      const names = [first, ...others].map(
        ({ name, wanted }) => `${name}${wanted === '' ? '' : ` ${displayLine(wanted, 40)}`}`,
      )
      yield {
        title:
          `${names.length === 1 ? first.name : `${names.length} dependencies`} may be of any version in ` +
          `${file.path}`,
        message:
          `${file.path} asks for ` +
          `${names.slice(0, 10).join(', ')}${names.length > 10 ? ` and ${names.length - 10} more` : ''} ` +
          'without an upper bound, and no lockfile says which version is meant.',
        subject: 'unpinned',
        at: file.placeAt(first.offset),
      }
    }
  },
}

const npmLock = /(?:^|\/)(?:package-lock\.json|npm-shrinkwrap\.json|yarn\.lock|pnpm-lock\.yaml|bun\.lockb?|deno\.lock)$/
const pythonLock =
  /(?:^|\/)(?:uv\.lock|poetry\.lock|pdm\.lock|Pipfile\.lock|pylock[\w.]*\.toml|requirements[\w.-]*\.lock)$/

function isUnbounded({ ecosystem, name, wanted, file }: DeclaredDependency): boolean {
  // Declarations of types hold no code, and ask for one another so.
  if (name.startsWith('@types/')) return false
  if (ecosystem === 'npm')
    return /^(?:\*|x|X|latest|next|canary|beta|alpha|)$/.test(wanted) || /^>=?\s*v?\d[\w.+-]*$/.test(wanted)
  if (/:\/\//.test(wanted)) return false
  return wanted === '' || wanted === '*' || (/requirements/.test(file.path) && /^\(?>=?\s*[\d.]+\)?$/.test(wanted))
}
