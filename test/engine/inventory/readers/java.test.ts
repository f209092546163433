import { describe, expect, it } from 'vitest'
import { gradleLockfile } from '../../../../src/engine/inventory/readers/java/gradle-lockfile.ts'
import { gradleVerification } from '../../../../src/engine/inventory/readers/java/gradle-verification.ts'
import { pom } from '../../../../src/engine/inventory/readers/java/pom.ts'
import { packageLines, readFiles, requestLines } from './support/read-files.ts'

const dependency = (artifact: string, rest = '') =>
  `<dependency><groupId>org.example</groupId><artifactId>${artifact}</artifactId>${rest}</dependency>`
const project = (content: string) =>
  `<?xml version="1.0"?>\n<!-- a comment -->\n<project ` +
  `xmlns="http://maven.apache.org/POM/4.0.0">\n${content}\n</project>`

describe('pom.xml', () => {
  it('tells the modules of the project, by their folders', () => {
    expect(
      readFiles(pom, {
        'pom.xml': project(
          '<artifactId>app</artifactId><modules><module>core</module><module>../web/pom-web.xml</' +
            'module><module/></modules>',
        ),
      }).workspaces,
    ).toEqual(['core', '../web'])
  })

  it('reads versions, scopes and ranges', () => {
    const reading = readFiles(pom, {
      'pom.xml': project(
        `<groupId>org.app</groupId><artifactId>app</artifactId><version>1.0</version>\n<dependencies>
${dependency('plain', '<version> 1.2.3 </version>')}
${dependency('exact', '<version>[2.0]</version>')}
${dependency('range', '<version>[1.0,2.0)</version>')}
${dependency('latest', '<version>LATEST</version>')}
${dependency('none')}
${dependency('test', '<version>4.13</version><scope>test</scope>')}
${dependency('given', '<version>3.1<!-- c -->.0</version><scope>provided</scope>')}
${dependency('sibling', '<version>${project.version}</version>')}
<dependency><artifactId>nameless</artifactId><version>1.0</version></dependency>
` +
          `</dependencies><profiles><profile><dependencies>${dependency('profile', '<version>1.0</version>')}` +
          `</dependencies></profile></profiles>
<build><plugins><plugin><artifactId>p</artifactId><version>1</version></plugin></plugins></build>`,
      ),
    })
    expect(packageLines(reading)).toEqual([
      'org.example:plain@1.2.3 direct',
      'org.example:exact@2.0 direct',
      'org.example:test@4.13 direct dev (test)',
      'org.example:given@3.1.0 direct (provided)',
      'org.example:sibling@1.0 direct',
      'org.example:profile@1.0 direct (profile default)',
    ])
    expect(requestLines(reading)).toEqual([
      'org.example:range [1.0,2.0): the file has a version range, and no lockfile pins the version',
      'org.example:latest LATEST: the file has a version range, and no lockfile pins the version',
      'org.example:none (nothing): its version is set by a parent or a BOM outside the project',
    ])
    expect(reading.packages[0]?.line).toBe(6)
    expect(reading.project).toEqual({ name: 'org.app:app', version: '1.0' })
  })

  it('takes properties, versions and dependencies from parents in the project, the nearest first', () => {
    const reading = readFiles(pom, {
      'a/b/pom.xml': project(
        `<parent><groupId>org.app</groupId><artifactId>middle</artifactId><version>2.0</version></parent>
<artifactId>leaf</artifactId><properties><own>9.0</own></properties>
` +
          `<dependencies>${dependency('managed')}${dependency('near')}` +
          `${dependency('property', '<version>${own}</version>')}` +
          `${dependency('inherited', '<version>${above.version}</version>')}` +
          `${dependency('unknown', '<version>${nowhere}</version>')}</dependencies>`,
      ),
      'a/pom.xml': project(
        `<parent><groupId>org.app</groupId><artifactId>top</artifactId><version>2.0</version>
<relativePath>../build</relativePath></parent><artifactId>middle</artifactId><properties><own>1.0</own></properties>
` +
          `<dependencyManagement><dependencies>${dependency('near', '<version>1.1</version><scope>test</scope>')}` +
          `</dependencies></dependencyManagement><dependencies>${dependency('everywhere', '<version>5.0</version>')}` +
          '</dependencies>',
      ),
      'build/pom.xml': project(
        `<groupId>org.app</groupId><artifactId>top</artifactId><version>2.0</version><properties>
<above.version>\${part}.7</above.version><part>7</part></properties>
` +
          `<dependencyManagement><dependencies>${dependency('managed', '<version>3.0</version>')}` +
          `${dependency('near', '<version>0.1</version>')}</dependencies></dependencyManagement>`,
      ),
    })
    expect(packageLines(reading)).toEqual([
      'org.example:managed@3.0 direct',
      'org.example:near@1.1 direct dev (test)',
      'org.example:property@9.0 direct',
      'org.example:inherited@7.7 direct',
      'org.example:everywhere@5.0 direct',
    ])
    expect(requestLines(reading)).toEqual([
      'org.example:unknown ${nowhere}: its version is a property that the project does not set',
    ])
    expect(reading.project).toEqual({ name: 'org.app:leaf', version: '2.0' })
  })

  it('survives properties and parents that lead in circles, and takes no other POM for the parent', () => {
    const circle = project(
      `<parent><groupId>g</groupId><artifactId>self</artifactId><version>1</version>
<relativePath>pom.xml</relativePath></parent><artifactId>self</artifactId>
` +
        `<properties><a>\${
b}</a><b>\${a}\${a}</b></properties><dependencies>${dependency('x', '<version>${a}</version>')}` +
        '</dependencies>',
    )
    expect(readFiles(pom, { 'pom.xml': circle }).requests).toHaveLength(1)
    const stranger = project(
      `<groupId>g</groupId><artifactId>stranger</artifactId><version>1</version><properties><v>1.0</v></properties>`,
    )
    const child = project(
      `<parent><groupId>g</groupId><artifactId>other</artifactId><version>1</version></parent>
<artifactId>child</artifactId><dependencies>${dependency('x', '<version>${v}</version>')}</dependencies>`,
    )
    expect(requestLines(readFiles(pom, { 'm/pom.xml': child, 'pom.xml': stranger }))).toEqual([
      'org.example:x ${v}: its version is a property that the project does not set',
    ])
  })

  it.each([
    ['<!DOCTYPE project [<!ENTITY a "b">]><project/>', 'declares a document type, which Assay does not read'],
    ['<project><a></project>', 'is not XML'],
    ['<html/>', 'is not a Maven project'],
    [`<project>${'<a>'.repeat(200)}${'</a>'.repeat(200)}</project>`, 'is not XML'],
    ['', 'is not XML'],
  ])('refuses %.40s', (text, message) => {
    expect(() => readFiles(pom, { 'pom.xml': text })).toThrow(message)
  })
})

describe('profiles, repeated dependencies, and bills of materials of the project', () => {
  it('lists the dependencies of a profile that is active by default like all others, with its properties', () => {
    const reading = readFiles(pom, {
      'pom.xml': project(`<properties><v>1.0</v></properties>
<dependencies>${dependency('a', '<version>${v}</version>')}</dependencies>
<profiles>
<profile><id>usual</id><activation><activeByDefault>true</activeByDefault></activation>
<properties><v>2.0</v></properties>
<dependencies>${dependency('b', '<version>${v}</version>')}</dependencies></profile>
<profile><id>other</id><properties><v>3.0</v></properties>
<dependencies>${dependency('a', '<version>${v}</version>')}${dependency('c', '<version>[3,4)</version>')}
</dependencies></profile>
</profiles>`),
    })
    expect(packageLines(reading)).toEqual([
      'org.example:a@2.0 direct',
      'org.example:b@2.0 direct',
      'org.example:a@3.0 direct (profile other)',
    ])
    expect(requestLines(reading)).toEqual([
      'org.example:c [3,4): the file has a version range, and no lockfile pins the version',
    ])
    expect(reading.packages.map(({ line }) => line)).toEqual([5, 9, 11])
  })

  it('uses the last of several declarations, and those of the nearest POM', () => {
    const parent = project(
      `<artifactId>parent</artifactId><dependencies>${dependency('a', '<version>0.1</version>')}` +
        `${dependency('p', '<version>1</version>')}</dependencies>`,
    )
    const child = project(
      `<parent><artifactId>parent</artifactId></parent><artifactId>app</artifactId><dependencies>` +
        `${dependency('a', '<version>1.0</version>')}${dependency('a', '<version>2.0</version>')}` +
        `${dependency('a', '<version>3.0</version><classifier>tests</classifier>')}</dependencies>`,
    )
    expect(packageLines(readFiles(pom, { 'app/pom.xml': child, 'pom.xml': parent }))).toEqual([
      'org.example:a@2.0 direct',
      'org.example:a@3.0 direct',
      'org.example:p@1 direct',
    ])
  })

  it('reads bills of materials among the modules of its parents, which may import each other', () => {
    const managed = (content: string) =>
      `<dependencyManagement><dependencies>${content}</dependencies></dependencyManagement>`
    const imported = (artifact: string) =>
      dependency(artifact, '<version>1</version><type>pom</type><scope>import</scope>')
    const group = '<groupId>org.example</groupId>'
    const reading = readFiles(pom, {
      'app/pom.xml': project(
        `<parent>${group}<artifactId>root</artifactId></parent><artifactId>app</artifactId>${managed(
          imported('bom') + imported('elsewhere') + dependency('near', '<version>9</version>'),
        )}<dependencies>${dependency('a')}${dependency('b')}${dependency('near')}${dependency('z')}</dependencies>`,
      ),
      'pom.xml': project(
        `${group}<artifactId>root</artifactId><modules><module>app</module><module>boms/one</module>` +
          `<module>boms/two</module></modules>`,
      ),
      'boms/one/pom.xml': project(
        `${group}<artifactId>bom</artifactId><version>1</version><properties><va>1.5</va></properties>${managed(
          dependency('a', '<version>${va}</version>') + dependency('near', '<version>1</version>') + imported('bom2'),
        )}`,
      ),
      'boms/two/pom.xml': project(
        `${group}<artifactId>bom2</artifactId>${managed(dependency('b', '<version>2.5</version>') + imported('bom'))}`,
      ),
    })
    expect(packageLines(reading)).toEqual([
      'org.example:a@1.5 direct',
      'org.example:b@2.5 direct',
      'org.example:near@9 direct',
    ])
    expect(requestLines(reading)).toEqual([
      'org.example:z (nothing): its version is set by a parent or a BOM outside the project',
    ])
  })
})

describe('gradle.lockfile', () => {
  it('names lines that it cannot parse, and keeps the others', () => {
    const text = '# This is a Gradle generated file\norg.a:a:1.0=x\nodd line\n<<<<<<< HEAD\norg.b:b=x\n'
    const reading = readFiles(gradleLockfile, { 'gradle.lockfile': text })
    expect(packageLines(reading)).toEqual(['org.a:a@1.0 (x)'])
    expect(requestLines(reading)).toEqual([
      'odd line odd line: line 3 of the lockfile could not be parsed',
      '<<<<<<< HEAD <<<<<<< HEAD: line 4 of the lockfile could not be parsed',
      'org.b:b=x org.b:b=x: line 5 of the lockfile could not be parsed',
    ])
    expect(reading.requests.map(({ line }) => line)).toEqual([3, 4, 5])
  })

  it('reads configurations, and what only tests and the build need', () => {
    const text =
      '# This is a Gradle generated ' +
      'file\norg.a:a:1.0=compileClasspath,runtimeClasspath\norg.b:b:2.0.RELEASE=testCompileClasspath,' +
      'testRuntimeClasspath\norg.c:c:3.0=debugUnitTestRuntimeClasspath,' +
      'runtimeClasspath\nempty=annotationProcessor\n'
    expect(packageLines(readFiles(gradleLockfile, { 'app/gradle.lockfile': text }))).toEqual([
      'org.a:a@1.0 (compileClasspath, runtimeClasspath)',
      'org.b:b@2.0.RELEASE dev (testCompileClasspath, testRuntimeClasspath)',
      'org.c:c@3.0 (debugUnitTestRuntimeClasspath, runtimeClasspath)',
    ])
    expect(
      packageLines(readFiles(gradleLockfile, { 'buildscript-gradle.lockfile': 'org.p:p:1.0=classpath\n' })),
    ).toEqual(['org.p:p@1.0 dev (buildscript)'])
    expect(
      packageLines(
        readFiles(gradleLockfile, { 'gradle/dependency-locks/testRuntimeClasspath.lockfile': 'org.o:o:1.0\n' }),
      ),
    ).toEqual(['org.o:o@1.0 dev (testRuntimeClasspath)'])
  })

  it('is not any text', () => {
    expect(() => readFiles(gradleLockfile, { 'gradle.lockfile': 'some\nother text\n' })).toThrow(
      'contains lines that are not valid in a Gradle lockfile',
    )
  })
})

describe('verification-metadata.xml', () => {
  it('names entries without a group, a name, or a version, and keeps the others', () => {
    const entries = [
      'group="g" name="a" version="1"',
      'name="b" version="1"',
      'group="g" version="1"',
      'group="g" name="c"',
    ]
    const text =
      `<verification-metadata><components>\n${entries.map((entry) => `<component ${entry}/>\n`).join('')}` +
      '</components></verification-metadata>'
    const reading = readFiles(gradleVerification, { 'gradle/verification-metadata.xml': text })
    expect(packageLines(reading)).toEqual(['g:a@1 (verification)'])
    expect(reading.requests.map(({ name, requested, line }) => `${line} ${name} ${requested}`)).toEqual([
      '3 (nothing):b 1',
      '4 g:(nothing) 1',
      '5 g:c (nothing)',
    ])
  })
})
