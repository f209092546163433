import { exampleFiles } from '../../example-files.ts'
import type { Project } from '../project.ts'
import type { Remark, WordySupplyChainRule } from '../../remark.ts'
import { declaredDependencies } from '../dependencies/declared.ts'
import { likenessAmong } from './likeness.ts'

const npmOf = (name: string) =>
  exampleFiles({
    'package.json': JSON.stringify({ name: 'example-shop', dependencies: { [name]: '^1.4.2' } }, undefined, 2),
  })

export const lookAlikeName: WordySupplyChainRule = {
  document: {
    id: 'look-alike-name',
    title: 'A name looks like that of a much used package',
    category: 'supply-chain',
    severity: 'medium',
    precision: 'low',
    cwe: ['CWE-506', 'CWE-1007'],
    owaspMcp: ['MCP04:2025'],
    safeMcp: ['SAFE-T1002'],
    what:
      'The project or a dependency that it asks for has a name that differs from a much used one by one ' +
      'letter, by its separators, by characters that look the same or by its scope.',
    why:
      'Such names are taken for those who mistype, and for models that write a name from memory; what lies ' +
      'there has been malware again and again.',
    remediation:
      'Look whether this is the package that is meant, and who publishes it. If not, remove it and treat ' +
      'the machine that installed it as taken over.',
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
  *find(project) {
    for (const { ecosystem, name, file, offset, isInstalled } of declaredDependencies(project)) {
      const remark = remarkOf(project, ecosystem, name, `${file.path} asks for ${name}`)
      if (remark) yield { ...remark, at: file.placeAt(offset), ...(!isInstalled && { severity: 'low' as const }) }
    }
    for (const { file, name, root } of project.manifests) {
      const remark =
        file.path === 'package.json' ? remarkOf(project, 'npm', name, `The package itself is ${name}`) : undefined
      if (remark) yield { ...remark, at: file.placeAt(file.offsetOf('"name"', root.offset)) }
    }
    const pyproject = project.textOf('pyproject.toml')
    const found = pyproject && /^name\s{0,9}=\s{0,9}["']([\w.-]{1,100})["']/m.exec(pyproject.text)
    const remark = found && remarkOf(project, 'PyPI', found[1] ?? '', `The package itself is ${found[1]}`)
    if (pyproject && found && remark) yield { ...remark, at: pyproject.placeAt(found.index) }
  },
}

function remarkOf(
  { names }: Project,
  ecosystem: 'npm' | 'PyPI',
  name: string,
  says: string,
): Omit<Remark, 'at'> | undefined {
  const plain = ecosystem === 'PyPI' ? name.toLowerCase().replaceAll(/[-_.]+/g, '-') : name.toLowerCase()
  if (names.has(ecosystem, plain)) return undefined
  const found = likenessAmong(plain, names[ecosystem])
  return (
    found && {
      title: `${name} looks like ${found.known}`,
      message: `${says}. ${found.known} is a much used package, and this is ${found.likeness}.`,
      subject: `${name} ${found.known}`,
    }
  )
}
