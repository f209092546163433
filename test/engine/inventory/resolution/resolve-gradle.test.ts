import { describe, expect, it } from 'vitest'
import { manages, needs } from '../../../support/maven-stand-in.ts'
import { told, unresolvedOf, waysOf } from '../project-inventory-of.ts'
import { resolvedProject } from './resolved-project.ts'

const repositories = 'repositories { mavenCentral() }\n'
const script = (...lines: readonly string[]) => `${repositories}dependencies {\n${lines.join('\n')}\n}\n`

describe('a build script of Gradle', () => {
  it('brings the highest version of each artifact, with its dependencies', async () => {
    const { inventory } = await resolvedProject(
      { 'build.gradle': script("implementation 'g:a:1'", 'api("g:c:1")', 'testImplementation "g:t:1"') },
      {
        maven: {
          'g:a:1': needs('g:c:2', 'g:o:1 <optional>true</optional>', 'g:p:1 <scope>provided</scope>'),
          'g:c:1': needs('g:old:1'),
          'g:c:2': needs('g:new:1'),
          'g:new:1': '',
          'g:t:1': needs('g:u:1'),
          'g:u:1': '',
        },
      },
    )
    expect(told(inventory)).toEqual(['g:a@1 direct', 'g:c@2 direct', 'g:new@1', 'g:t@1 direct dev', 'g:u@1 dev'])
    expect(waysOf(inventory, 'g:new@1')).toEqual([
      'build.gradle: project > g:c@2 > g:new@1',
      'build.gradle: project > g:a@1 > g:c@2 > g:new@1',
    ])
    expect(inventory).toMatchObject({ complete: true, unresolved: [] })
  })

  it('is resolved in time with thousands of platforms and declarations', async () => {
    const many = (line: (index: number) => string) => Array.from({ length: 8_000 }, (_, index) => line(index))
    const started = performance.now()
    const { inventory } = await resolvedProject(
      {
        'build.gradle': script(
          "implementation 'g:a:1'",
          ...many(() => "implementation platform('g:bom:1')"),
          ...many((index) => `implementation 'g:a:1.${index}'`),
        ),
      },
      { maven: { 'g:bom:1': manages('g:a:9'), 'g:a:9': '' } },
    )
    expect(performance.now() - started).toBeLessThan(30_000)
    expect(told(inventory)).toEqual(['g:a@9 direct'])
  }, 60_000)

  it('reads variables, named parts, exclusions, platforms, and strict versions', async () => {
    const { inventory, mavenRequests } = await resolvedProject(
      {
        'gradle.properties': 'bVersion=2\n',
        'build.gradle.kts':
          `val aVersion = "1"\n${repositories}// implementation("g:comment:1")\ndependencies {\n` +
          '  implementation(platform("g:bom:1"))\n' +
          '  implementation("g:a:$aVersion") { exclude(group = "g", module = "no") }\n' +
          '  implementation(group = "g", name = "b", version = "${bVersion}")\n' +
          '  runtimeOnly("g:m")\n  implementation("g:s") { version { strictly("1") } }\n' +
          '  implementation(project(":other"))\n  implementation(files("libs/x.jar"))\n}\n',
      },
      {
        maven: {
          'g:bom:1': manages('g:m:3', 'g:deep:4'),
          'g:a:1': needs('g:no:1', 'g:deep:2'),
          'g:b:2': needs('g:s:9'),
          'g:m:3': '',
          'g:deep:4': '',
          'g:s:1': '',
        },
      },
    )
    expect(told(inventory)).toEqual(['g:a@1 direct', 'g:b@2 direct', 'g:deep@4', 'g:m@3 direct', 'g:s@1 direct'])
    expect(inventory).toMatchObject({ complete: true, unresolved: [] })
    expect(mavenRequests.some((path) => /no|comment|other/.test(path))).toBe(false)
  })

  it('uses the version catalog of its build, and the bill of materials of Spring', async () => {
    const { inventory } = await resolvedProject(
      {
        'gradle/libs.versions.toml':
          '[versions]\na = "1"\n[libraries]\na-core = { module = "g:a", version.ref = "a" }\nb = "g:b:1"\n' +
          '[bundles]\nall = ["a-core", "b"]\n',
        'app/build.gradle':
          "plugins {\n id 'org.springframework.boot' version '3.0'\n" +
          " id 'io.spring.dependency-management' version '1'\n}\n" +
          script('implementation libs.a.core', 'implementation(libs.bundles.all)', "implementation 'g:s'"),
      },
      {
        maven: {
          'org.springframework.boot:spring-boot-dependencies:3.0': manages('g:s:5', 'g:deep:6'),
          'g:a:1': needs('g:deep:9'),
          'g:b:1': '',
          'g:s:5': '',
          'g:deep:6': '',
        },
      },
    )
    expect(told(inventory)).toEqual(['g:a@1 direct', 'g:b@1 direct', 'g:deep@6', 'g:s@5 direct'])
    expect(inventory).toMatchObject({ complete: true, unresolved: [] })
  })

  it('names what it computes in code, with its line', async () => {
    const { inventory } = await resolvedProject(
      {
        'build.gradle':
          "apply from: 'more.gradle'\n" +
          script("implementation 'g:a:1'", 'implementation "g:b:${unknown()}"', 'implementation deps.c', 'if (x) { }'),
      },
      { maven: { 'g:a:1': '' } },
    )
    expect(told(inventory)).toEqual(['g:a@1 direct'])
    expect(inventory.unresolved.map(({ name, line }) => [name, line])).toEqual(
      expect.arrayContaining([
        ['"g:b:${unknown()}"', 5],
        ['deps.c', 6],
        ["apply from: 'more.gradle'", 1],
      ]),
    )
    for (const { reason } of inventory.unresolved) expect(reason).toContain('does not execute')
    expect(inventory.complete).toBe(false)
  })

  it('asks for no group that its build gets from one other repository only', async () => {
    const { inventory, mavenRequests } = await resolvedProject(
      {
        'settings.gradle':
          'dependencyResolutionManagement { repositories { mavenCentral()\n exclusiveContent {\n' +
          '  forRepository { maven { url = "https://maven.acme.example" } }\n' +
          '  filter { includeGroup("com.acme") }\n } } }\n',
        'app/build.gradle': "dependencies {\n implementation 'com.acme:a:1'\n implementation 'g:b:1'\n}\n",
      },
      { maven: { 'g:b:1': needs('com.acme:c:1') } },
    )
    expect(mavenRequests).toEqual(['g/b/1/b-1.pom'])
    expect(inventory.unresolved.map(({ name, reason }) => [name, reason])).toEqual([
      ['com.acme:a', expect.stringContaining('private')],
      ['com.acme:c', expect.stringContaining('private')],
    ])
  })

  it('asks for nothing if its build replaces the central repository', async () => {
    const { inventory, mavenRequests } = await resolvedProject(
      {
        'build.gradle':
          "repositories { maven { url 'https://maven.acme.example/all' } }\ndependencies { implementation 'g:a:1' }\n",
      },
      { maven: { 'g:a:1': '' } },
    )
    expect(mavenRequests).toEqual([])
    expect(unresolvedOf(inventory)).toEqual(['build.gradle: g:a@1'])
    expect(inventory.unresolved[0]?.reason).toContain('another repository')
  })

  it('selects the highest version of a dynamic one, and names what the repository does not have', async () => {
    const { inventory } = await resolvedProject(
      { 'build.gradle': script("implementation 'g:a:1.+'", "implementation 'g:gone:1'", "implementation 'g:none'") },
      { maven: { 'g:a:1.2': '', 'g:a:1.10': '', 'g:a:2.0': '' } },
    )
    expect(told(inventory)).toEqual(['g:a@1.10 direct', 'g:gone@1 direct'])
    expect(inventory.unresolved.map(({ name, line, reason }) => [name, line, reason])).toEqual([
      ['g:gone', 4, 'its dependencies are unknown: the Maven repository does not have it'],
      ['g:none', 5, expect.stringContaining('version')],
    ])
  })
})
