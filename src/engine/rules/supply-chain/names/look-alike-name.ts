import { z } from 'zod'
import { exampleFiles } from '../../example-files.ts'
import type { RuleMatch } from '../../rule-match.ts'
import { declaredDependencies } from '../dependencies/declared.ts'
import type { Project } from '../project.ts'
import { defineProjectRule } from '../supply-chain-rule.ts'
import { Likeness, likenessAmong } from './likeness.ts'

const npmOf = (name: string) =>
  exampleFiles({
    'package.json': JSON.stringify({ name: 'example-shop', dependencies: { [name]: '^1.4.2' } }, undefined, 2),
  })

const LookAlikeArguments = z.object({
  name: z.string(),
  popular: z.string(),
  likeness: Likeness,
  /** How the name is used. `dependency`: a manifest declares it. `package`: the scanned package has the name. */
  use: z.enum(['dependency', 'package']),
})
type LookAlikeArguments = z.infer<typeof LookAlikeArguments>

const likenessTexts: Readonly<Record<Likeness, (popular: string) => string>> = {
  'no-scope': (popular) => `The name resembles the popular package name "${popular}" but has no scope.`,
  'similar-scope': (popular) =>
    `The name is the same as the popular package name "${popular}", but the scope is slightly different.`,
  separators: (popular) => `The name differs from the popular package name "${popular}" only in its separators.`,
  'similar-characters': (popular) =>
    `The name differs from the popular package name "${popular}" only in characters that look alike.`,
  'one-letter': (popular) =>
    `The name differs from the popular package name "${popular}" by one letter or two swapped letters.`,
}

export const lookAlikeName = defineProjectRule({
  document: {
    id: 'look-alike-name',
    title: 'Typosquatting: a package name resembles a popular package name',
    category: 'supply-chain',
    severity: 'medium',
    precision: 'low',
    cwe: ['CWE-506', 'CWE-1007'],
    owaspMcp: ['MCP04:2025'],
    safeMcp: ['SAFE-T1002'],
    what:
      'The name of the project or of a declared dependency is nearly identical to a popular package name. The ' +
      'names differ only in one letter, in separators, in look-alike characters, or in scope.',
    why:
      'Attackers register such names to target users who mistype names and models that guess names. Packages with ' +
      'look-alike names have often contained malware.',
    remediation:
      'Verify that this is the package that you want, and check who publishes it. If it is the wrong package, ' +
      'remove it, and treat every machine that installed it as compromised.',
    examples: {
      bad: [
        npmOf('expresss'),
        npmOf('reqeust'),
        npmOf('l0dash'),
        npmOf('jsonwebtokan'),
        exampleFiles({ 'requirements.txt': 'reqests==1.4.2' }),
      ],
      good: [
        npmOf('express'),
        npmOf('preact'),
        npmOf('@acme/express'),
        exampleFiles({ 'requirements.txt': 'requests==2.32.3\nPyYAML==6.0.2' }),
      ],
    },
  },
  arguments: LookAlikeArguments,
  describe({ name, popular, likeness, use }, { location }) {
    const path = location?.path ?? 'the project'
    const statement =
      use === 'dependency' ? `${path} declares the dependency "${name}".` : `The package is named "${name}".`
    return {
      title: `Possible typosquatting of "${popular}" by "${name}" in ${path}`,
      message:
        `${statement} ${likenessTexts[likeness](popular)} Attackers register such names to target users who mistype ` +
        'a name.',
    }
  },
  *find(project) {
    for (const { ecosystem, name, file, offset, isInstalled } of declaredDependencies(project)) {
      const match = lookAlikeMatch(project, ecosystem, name, 'dependency')
      if (match) yield { ...match, at: file.placeAt(offset), ...(!isInstalled && { severity: 'low' as const }) }
    }
    for (const { file, name, root } of project.manifests) {
      const match = file.path === 'package.json' ? lookAlikeMatch(project, 'npm', name, 'package') : undefined
      if (match) yield { ...match, at: file.placeAt(file.offsetOf('"name"', root.offset)) }
    }
    const pyproject = project.textOf('pyproject.toml')
    const declaration = pyproject && /^name\s{0,9}=\s{0,9}["']([\w.-]{1,100})["']/m.exec(pyproject.text)
    const match = declaration && lookAlikeMatch(project, 'PyPI', declaration[1] ?? '', 'package')
    if (pyproject && declaration && match) yield { ...match, at: pyproject.placeAt(declaration.index) }
  },
})

function lookAlikeMatch(
  { names }: Project,
  ecosystem: 'npm' | 'PyPI',
  name: string,
  use: LookAlikeArguments['use'],
): (RuleMatch & { readonly arguments: LookAlikeArguments }) | undefined {
  const plain = ecosystem === 'PyPI' ? name.toLowerCase().replaceAll(/[-_.]+/g, '-') : name.toLowerCase()
  if (names.has(ecosystem, plain)) return undefined
  const lookAlike = likenessAmong(plain, names[ecosystem])
  return lookAlike && { arguments: { name, use, ...lookAlike }, subject: `${name} ${lookAlike.popular}` }
}
