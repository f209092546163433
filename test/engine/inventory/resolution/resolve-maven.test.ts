import { describe, expect, it } from 'vitest'
import { bom, manages, needs, parent, pomText } from '../../../support/maven-stand-in.ts'
import { told, waysOf } from '../project-inventory-of.ts'
import { resolvedProject, takenAt } from './resolved-project.ts'

const shop = 'com.acme:shop:1.0'

/** Returns the inventory of a project with one POM. */
const resolved = (content: string, registries: Parameters<typeof resolvedProject>[1]) =>
  resolvedProject({ 'pom.xml': pomText(shop, content) }, registries)

describe('the artifacts of a POM', () => {
  it('are the nearest ones, and the first ones at the same depth', async () => {
    const { inventory } = await resolved(needs('g:a:1', 'g:b:1', 'g:t:1 <scope>test</scope>'), {
      maven: {
        'g:a:1': needs('g:c:1', 'g:d:1'),
        'g:b:1': needs('g:c:2', 'g:e:1 <scope>runtime</scope>'),
        'g:c:1': '',
        'g:d:1': needs('g:e:9'),
        'g:e:1': '',
        'g:t:1': needs('g:u:1', 'g:e:8'),
        'g:u:1': '',
      },
    })
    expect(told(inventory)).toEqual([
      'g:a@1 direct',
      'g:b@1 direct',
      'g:c@1',
      'g:d@1',
      'g:e@1',
      'g:t@1 direct dev',
      'g:u@1 dev',
    ])
    expect(inventory).toMatchObject({ complete: true, unresolved: [] })
    expect(inventory.components.at(-1)).toMatchObject({ locked: false, resolvedAt: takenAt.toISOString() })
    expect(waysOf(inventory, 'g:u@1')).toEqual(['pom.xml: com.acme:shop@1.0 > g:t@1 > g:u@1'])
  })

  it('leave out optional, provided, test, and excluded artifacts of dependencies', async () => {
    const excluded = '<exclusions><exclusion><groupId>x</groupId><artifactId>*</artifactId></exclusion></exclusions>'
    const { inventory, mavenRequests } = await resolved(
      needs(`g:a:1 ${excluded}`, 'g:o:1 <optional>true</optional>', 'g:p:1 <scope>provided</scope>'),
      {
        maven: {
          'g:a:1': needs('g:b:1', 'g:no:1 <optional>true</optional>', 'g:no:2 <scope>test</scope>', 'x:no:1'),
          'g:b:1': needs('x:no:2', 'g:no:3 <scope>provided</scope>'),
          'g:o:1': '',
          'g:p:1': '',
        },
      },
    )
    expect(told(inventory)).toEqual(['g:a@1 direct', 'g:b@1', 'g:o@1 direct', 'g:p@1 direct'])
    expect(mavenRequests.filter((path) => path.includes('no'))).toEqual([])
  })

  it('have the versions of parents and bills of materials, and those of the project at every depth', async () => {
    const { inventory } = await resolved(
      parent('org.base:parent:5') +
        manages('g:deep:7') +
        '<properties><own.version>3</own.version></properties>' +
        needs('g:a', 'g:b', 'g:c:${own.version}'),
      {
        maven: {
          'org.base:parent:5':
            '<properties><own.version>1</own.version><bom.version>2</bom.version></properties>' +
            manages('g:a:4', `org.base:bom:\${bom.version} ${bom}`, `org.base:other:1 ${bom}`),
          'org.base:bom:2': manages('g:a:9', 'g:b:6'),
          'org.base:other:1': manages('g:b:9'),
          'g:a:4': needs('g:deep:1'),
          'g:b:6': '',
          'g:c:3': '',
          'g:deep:7': '',
        },
      },
    )
    expect(told(inventory)).toEqual(['g:a@4 direct', 'g:b@6 direct', 'g:c@3 direct', 'g:deep@7'])
    expect(inventory).toMatchObject({ complete: true, unresolved: [] })
  })

  it('do not multiply problems of bills of materials that import the same ones at each level', async () => {
    const levels = 12
    const imports = (level: number) =>
      manages(...Array.from({ length: 10 }, (_, index) => `g:bom${level}:1 ${bom}<classifier>c${index}</classifier>`))
    const boms = Array.from({ length: levels }, (_, level) => [`g:bom${level}:1`, imports(level + 1)])
    const { inventory } = await resolved(imports(0) + needs('g:a:1'), {
      maven: { ...Object.fromEntries(boms), 'g:a:1': '' },
    })
    expect(told(inventory)).toEqual(['g:a@1 direct'])
    expect(inventory.unresolved).toEqual([expect.objectContaining({ name: `g:bom${levels}`, requested: '1' })])
  })

  it('have new coordinates if they moved', async () => {
    const { inventory } = await resolved(needs('old:a:1'), {
      maven: {
        'old:a:1': '<distributionManagement><relocation><groupId>new</groupId></relocation></distributionManagement>',
        'new:a:1': needs('g:b:1'),
        'g:b:1': '',
      },
    })
    expect(told(inventory)).toEqual(['g:b@1', 'new:a@1 direct', 'old:a@1 direct'])
  })

  it('have the highest version in a range, which also excludes plain versions', async () => {
    const { inventory } = await resolved(needs('g:a:1', 'g:b:[1,3)'), {
      maven: {
        'g:a:1': needs('g:c:1'),
        'g:b:1': '',
        'g:b:2.5': needs('g:c:[2,3]'),
        'g:b:3': '',
        'g:c:1': '',
        'g:c:2': '',
      },
    })
    expect(told(inventory)).toEqual(['g:a@1 direct', 'g:b@2.5 direct', 'g:c@2'])
    expect(inventory.complete).toBe(true)
  })

  it('are named if the ranges contradict each other, or match nothing', async () => {
    const { inventory } = await resolved(needs('g:a:1', 'g:b:1', 'g:d:[9,)'), {
      maven: { 'g:a:1': needs('g:c:[1]'), 'g:b:1': needs('g:c:[2]'), 'g:c:1': '', 'g:c:2': '', 'g:d:1': '' },
    })
    expect(inventory.complete).toBe(false)
    expect(inventory.unresolved.map(({ name, reason }) => [name, reason])).toEqual(
      expect.arrayContaining([
        ['g:d', 'no published version matches'],
        ['g:c', expect.stringContaining('range')],
      ]),
    )
  })
})

describe('a profile', () => {
  const profile = (id: string, activation: string, ...names: readonly string[]) =>
    `<profile><id>${id}</id><activation>${activation}</activation>${needs(...names)}</profile>`

  it('counts if it is active without options, and is named otherwise', async () => {
    const { inventory } = await resolved(
      `<profiles>${profile('usual', '<activeByDefault>true</activeByDefault>', 'g:a')}` +
        `${profile('windows', '<os><family>windows</family></os>', 'g:w:1')}</profiles>${manages('g:a:2')}`,
      { maven: { 'g:a:2': needs('g:b:1'), 'g:b:1': '', 'g:w:1': '' } },
    )
    expect(told(inventory)).toEqual(['g:a@2 direct', 'g:b@1', 'g:w@1 direct'])
    expect(inventory.complete).toBe(true)
    expect(inventory.unresolved).toMatchObject([
      { name: 'g:w', isGap: false, reason: expect.stringContaining('windows'), line: 1 },
    ])
  })

  it('that is active by default does not count beside one that is active by its condition', async () => {
    const { inventory } = await resolved(
      `<profiles>${profile('usual', '<activeByDefault>true</activeByDefault>', 'g:a')}` +
        `${profile('unless', '<property><name>!quick</name></property>', 'g:u')}</profiles>` +
        manages('g:u:1', 'g:a:1'),
      { maven: { 'g:u:1': '', 'g:a:1': '' } },
    )
    expect(told(inventory)).toContain('g:u@1 direct')
    expect(inventory.unresolved.map(({ name, isGap }) => [name, isGap])).toEqual(
      expect.arrayContaining([
        ['g:a', false],
        ['g:u', false],
      ]),
    )
  })
})

describe('the modules of a project', () => {
  const member = (name: string, content: string) =>
    '<project><parent><groupId>com.acme</groupId><artifactId>parent</artifactId>' +
    '<version>${revision}</version></parent>' +
    `<artifactId>${name}</artifactId>${content}</project>`
  const files = {
    'pom.xml': pomText(
      'com.acme:parent:${revision}',
      '<packaging>pom</packaging><properties><revision>2.0</revision></properties>' +
        `<modules><module>api</module><module>web</module></modules>${manages('g:a:1')}`,
    ),
    'api/pom.xml': member('api', needs('g:a')),
    'web/pom.xml': member('web', needs('com.acme:api:${project.version}')),
  }

  it('bring the artifacts of each other, and are never requested', async () => {
    const { inventory, mavenRequests } = await resolvedProject(files, {
      maven: { 'g:a:1': needs('g:b:1'), 'g:b:1': '' },
    })
    expect(told(inventory)).toEqual(['g:a@1 direct', 'g:b@1'])
    expect(waysOf(inventory, 'g:b@1')).toEqual([
      'api/pom.xml: com.acme:api@2.0 > g:a@1 > g:b@1',
      'web/pom.xml: com.acme:web@2.0 > com.acme:api@2.0 > g:a@1 > g:b@1',
    ])
    expect(inventory).toMatchObject({ complete: true, unresolved: [] })
    expect(mavenRequests.toSorted()).toEqual(['g/a/1/a-1.pom', 'g/b/1/b-1.pom'])
  })

  it('are not requested in another version either, nor as a parent that cannot be read', async () => {
    const { inventory, mavenRequests } = await resolvedProject(
      {
        ...files,
        'old/pom.xml': pomText('com.acme:old:1', needs('com.acme:api:1.0', 'com.acme:web:[1,2)')),
        'odd/pom.xml': 'not a POM',
        'odd/part/pom.xml':
          '<project><parent><groupId>com.acme</groupId><artifactId>odd</artifactId><version>1</version></parent>' +
          '<artifactId>part</artifactId></project>',
      },
      { maven: { 'g:a:1': '' } },
    )
    expect(mavenRequests).toEqual(['g/a/1/a-1.pom'])
    expect(inventory.unresolved.map(({ name, reason }) => [name, reason])).toEqual(
      expect.arrayContaining([
        ['com.acme:api', expect.stringContaining('has this name')],
        ['com.acme:web', expect.stringContaining('has this name')],
        ['com.acme:odd', expect.stringContaining('could not be read')],
      ]),
    )
  })
})

describe('private names', () => {
  it('of configured groups are not requested', async () => {
    const { inventory, mavenRequests } = await resolved(
      parent('com.acme.base:parent:1') + needs('com.acme.inner:a:1', 'com.acmeother:b:1', 'g:c:1'),
      {
        maven: { 'com.acmeother:b:1': '', 'g:c:1': needs('com.acme:d:1') },
        privateMavenGroups: ['com.acme'],
      },
    )
    expect(mavenRequests.toSorted()).toEqual(['com/acmeother/b/1/b-1.pom', 'g/c/1/c-1.pom'])
    expect(inventory.unresolved.map(({ name, reason }) => [name, reason])).toEqual([
      ['com.acme.base:parent', expect.stringContaining('configured as private')],
      ['com.acme.inner:a', expect.stringContaining('configured as private')],
      ['com.acme:d', expect.stringContaining('configured as private')],
    ])
  })

  it('and all others of a source that is not resolved are not requested', async () => {
    const { inventory, mavenRequests } = await resolved(needs('g:a:1', 'g:b', 'g:c:${x}'), {
      maven: { 'g:a:1': '' },
      off: 'the source is private',
    })
    expect(mavenRequests).toEqual([])
    expect(told(inventory)).toEqual(['g:a@1 direct'])
    expect(inventory.unresolved).toHaveLength(3)
    for (const { reason } of inventory.unresolved) expect(reason).toContain('(the source is private)')
  })

  it('are not requested if the project replaces the central repository', async () => {
    const { inventory, mavenRequests } = await resolved(
      '<repositories><repository><id>central</id><url>https://maven.acme.example/</url></repository></repositories>' +
        needs('g:a:1'),
      { maven: { 'g:a:1': '' } },
    )
    expect(mavenRequests).toEqual([])
    expect(inventory.unresolved).toMatchObject([{ name: 'g:a', reason: expect.stringContaining('another repository') }])
  })
})

describe('what cannot be resolved', () => {
  it('is named with its line, and the rest is kept', async () => {
    const text = pomText(shop, `\n${needs('g:a:1', 'g:gone:1', 'g:down:1', 'g:open', 'g:odd:${odd}')}`)
    const { inventory } = await resolvedProject(
      { 'pom.xml': text.replaceAll('<dependency>', '\n<dependency>') },
      {
        maven: { 'g:a:1': needs('g:far:1') },
        mavenOptions: { answer: (path) => (path.includes('down') ? 503 : undefined) },
      },
    )
    expect(told(inventory)).toContain('g:a@1 direct')
    expect(inventory.complete).toBe(false)
    expect(inventory.unresolved.map(({ name, line, reason }) => [name, line, reason])).toEqual([
      ['g:gone', 4, 'its dependencies are unknown: the Maven repository does not have it'],
      ['g:down', 5, expect.stringContaining('503')],
      ['g:open', 6, expect.stringContaining('sets its version')],
      ['g:odd', 7, 'its version is a property without a value'],
      ['g:far', undefined, expect.stringContaining('does not have it')],
    ])
  })

  it.each([
    ['parents', parent('g:p:1'), { 'g:p:1': parent('g:q:1'), 'g:q:1': parent('g:p:1') }, 'g:p'],
    [
      'bills of materials',
      manages(`g:m:1 ${bom}`),
      { 'g:m:1': manages(`g:n:1 ${bom}`), 'g:n:1': manages(`g:m:1 ${bom}`) },
      'g:m',
    ],
  ])('names a cycle of %s', async (_what, content, maven, name) => {
    const { inventory } = await resolved(content + needs('g:a:1'), { maven: { ...maven, 'g:a:1': '' } })
    expect(told(inventory)).toEqual(['g:a@1 direct'])
    expect(inventory.unresolved).toMatchObject([{ name, reason: expect.stringContaining('cycle') }])
  })
})

describe('hostile POMs of a repository', () => {
  it('are named gaps, and the rest is kept', async () => {
    const { inventory, mavenRequests } = await resolved(
      needs('g:a:1', 'g:entity:1', 'g:deep:1', 'g:wide:1', 'g:..:1', 'g:v:../../x', `g:long:${'9'.repeat(900)}`),
      {
        maven: {
          'g:a:1': '',
          'g:entity:1': '<?xml version="1.0"?><!DOCTYPE p [<!ENTITY a "aa">]><project>&a;</project>',
          'g:deep:1': `${'<x>'.repeat(500)}${'</x>'.repeat(500)}`,
          'g:wide:1': needs(...Array.from({ length: 30_000 }, (_, index) => `h:w${index}:1`)),
        },
      },
    )
    expect(told(inventory)).toContain('g:a@1 direct')
    expect(inventory.complete).toBe(false)
    const reasons = new Map(inventory.unresolved.map(({ name, reason }) => [name, reason]))
    expect(reasons.get('g:entity')).toContain('document type')
    expect(reasons.get('g:deep')).toContain('is not XML')
    expect(reasons.get('g:wide')).toContain('more than 20000 entries')
    expect(mavenRequests.filter((path) => /\.\.|x|99|h\//.test(path))).toEqual([])
  })
})
