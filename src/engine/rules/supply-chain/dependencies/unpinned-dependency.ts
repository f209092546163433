import { z } from 'zod'
import { exampleFiles } from '../../example-files.ts'
import { displayLine } from '../../display-text.ts'
import { defineProjectRule } from '../supply-chain-rule.ts'
import { type DeclaredDependency, declaredDependencies } from './declared.ts'

const npmOf = (wanted: string, more: Record<string, string> = {}) =>
  exampleFiles({
    'package.json': JSON.stringify({ name: 'example-shop', dependencies: { 'example-parser': wanted } }, undefined, 2),
    ...more,
  })

export const unpinnedDependency = defineProjectRule({
  document: {
    id: 'unpinned-dependency',
    title: 'Unpinned dependency: every installation uses the latest release',
    category: 'supply-chain',
    severity: 'low',
    precision: 'medium',
    cwe: ['CWE-1357', 'CWE-1104'],
    owaspMcp: ['MCP04:2025'],
    safeMcp: ['SAFE-T1002'],
    what:
      'A manifest declares a dependency without a version, with `*` or `latest`, or with a `>=` range that has no ' +
      'upper bound. No lockfile or constraints file pins the dependency. Workspace members are not reported. In ' +
      '`pyproject.toml` and `setup.py`, lower bounds such as `>=1.4` are common and are not reported. Each manifest ' +
      'is reported once.',
    why: 'Every installation uses the latest release, even if an attacker published that release minutes ago.',
    remediation:
      'Declare a range with an upper bound, such as `^1.4.2` (npm) or `~=1.4` (Python), and commit lockfiles for ' +
      'deployed projects.',
    examples: {
      bad: [npmOf('*'), npmOf('latest'), npmOf('>=1.0.0'), exampleFiles({ 'requirements.txt': 'example-parser\n' })],
      good: [
        npmOf('^1.4.2'),
        npmOf('*', { 'package-lock.json': '{ "lockfileVersion": 3, "packages": {} }' }),
        exampleFiles({ 'requirements.txt': 'example-parser==1.4.2\nother-parser>=2,<3\n' }),
      ],
    },
  },
  arguments: z.object({
    dependencies: z.array(z.object({ name: z.string(), version: z.string() })).min(1),
    count: z.number(),
  }),
  describe({ dependencies, count }, { location }) {
    const path = location?.path ?? 'a manifest'
    const names = dependencies.map(({ name, version }) => (version === '' ? name : `${name} (${version})`))
    const more = count - dependencies.length
    const declared =
      count === 1
        ? `${path} declares ${names.join('')} without an upper bound, and no lockfile pins it.`
        : `${path} declares ${count} dependencies without an upper bound, and no lockfile pins them: ` +
          `${names.join(', ')}${more > 0 ? `, and ${more} more` : ''}.`
    const subject = count === 1 ? `Unpinned dependency "${dependencies[0]?.name}"` : `${count} unpinned dependencies`
    return {
      title: `${subject} in ${path}`,
      message: `${declared} Every installation uses the latest release, even if an attacker published that release.`,
    }
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
      yield {
        arguments: {
          dependencies: [first, ...others]
            .slice(0, maxListed)
            .map(({ name, wanted }) => ({ name, version: displayLine(wanted, 40) })),
          count: others.length + 1,
        },
        subject: 'unpinned',
        at: file.placeAt(first.offset),
      }
    }
  },
})

/** Maximum number of dependencies listed in a message. The rest are counted. */
const maxListed = 10

const npmLock = /(?:^|\/)(?:package-lock\.json|npm-shrinkwrap\.json|yarn\.lock|pnpm-lock\.yaml|bun\.lockb?|deno\.lock)$/
const pythonLock =
  /(?:^|\/)(?:uv\.lock|poetry\.lock|pdm\.lock|Pipfile\.lock|pylock[\w.]*\.toml|requirements[\w.-]*\.lock)$/

function isUnbounded({ ecosystem, name, wanted, file }: DeclaredDependency): boolean {
  // Type declarations contain no code, and usually have unpinned dependencies on each other.
  if (name.startsWith('@types/')) return false
  if (ecosystem === 'npm')
    return /^(?:\*|x|X|latest|next|canary|beta|alpha|)$/.test(wanted) || /^>=?\s*v?\d[\w.+-]*$/.test(wanted)
  if (/:\/\//.test(wanted)) return false
  return wanted === '' || wanted === '*' || (/requirements/.test(file.path) && /^\(?>=?\s*[\d.]+\)?$/.test(wanted))
}
