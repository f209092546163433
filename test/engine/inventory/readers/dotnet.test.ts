import { describe, expect, it } from 'vitest'
import { dotnetDepsJson } from '../../../../src/engine/inventory/readers/dotnet/dotnet-deps-json.ts'
import { msbuildProject } from '../../../../src/engine/inventory/readers/dotnet/msbuild-project.ts'
import { nugetPackagesConfig } from '../../../../src/engine/inventory/readers/dotnet/nuget-packages-config.ts'
import { nugetPackagesLock } from '../../../../src/engine/inventory/readers/dotnet/nuget-packages-lock.ts'
import { nugetProjectAssets } from '../../../../src/engine/inventory/readers/dotnet/nuget-project-assets.ts'
import { edgesOf, packageLines, readFiles, requestLines } from './support/read-files.ts'

describe('packages.lock.json', () => {
  it('unites frameworks; names do not differ by case', () => {
    const text = JSON.stringify({
      version: 2,
      dependencies: {
        'net6.0': {
          Serilog: {
            type: 'Direct',
            requested: '[2.10.0, )',
            resolved: '2.10.0',
            dependencies: { 'system.text.json': '6.0.0' },
          },
          'System.Text.Json': { type: 'Transitive', resolved: '6.0.0' },
          own: { type: 'Project', dependencies: {} },
        },
        'net8.0': {
          Serilog: { type: 'Direct', resolved: '2.10.0' },
          'System.Text.Json': { type: 'CentralTransitive', resolved: '8.0.0' },
          Odd: { type: 'Direct', requested: '[1.0, )' },
        },
        'net8.0/win-x64': 'odd',
      },
    })
    const reading = readFiles(nugetPackagesLock, { 'packages.lock.json': text })
    expect(packageLines(reading)).toEqual([
      'Serilog@2.10.0 direct',
      'System.Text.Json@6.0.0 transitive',
      'System.Text.Json@8.0.0 transitive',
    ])
    expect(requestLines(reading)).toEqual(['Odd [1.0, ): the lockfile has no version'])
    expect(edgesOf(reading)).toEqual({ 'Serilog@2.10.0': ['System.Text.Json@6.0.0'] })
  })
})

describe('project.assets.json', () => {
  it('reads the graph, what is asked for, and what stays private', () => {
    const text = JSON.stringify({
      version: 3,
      targets: {
        'net8.0': {
          'A/1.0.0': { type: 'package', dependencies: { b: '2.0.0' } },
          'B/2.0.0': { type: 'package' },
          'Own/1.0.0': { type: 'project' },
          'Analyser/3.0.0': { type: 'package' },
        },
      },
      libraries: {
        'A/1.0.0': { type: 'package' },
        'B/2.0.0': { type: 'package' },
        'Own/1.0.0': { type: 'project' },
        'Analyser/3.0.0': { type: 'package' },
        broken: { type: 'package' },
      },
      project: {
        frameworks: {
          'net8.0': {
            dependencies: { A: { target: 'Package' }, Analyser: { target: 'Package', suppressParent: 'All' } },
          },
        },
      },
    })
    const reading = readFiles(nugetProjectAssets, { 'obj/project.assets.json': text })
    expect(packageLines(reading)).toEqual([
      'A@1.0.0 direct',
      'B@2.0.0 transitive',
      'Analyser@3.0.0 direct dev (private)',
    ])
    expect(edgesOf(reading)).toEqual({ 'A@1.0.0': ['B@2.0.0'] })
  })
})

describe('packages.config and *.deps.json', () => {
  it('reads packages and marks those for development', () => {
    const reading = readFiles(nugetPackagesConfig, {
      'Packages.config':
        '\uFEFF<?xml version="1.0"?>\n<packages>\n  <package id="A" version="1.0.0" />\n  <package id="B" ' +
        'version="2.0" developmentDependency="true" />\n  <package id="C" />\n</packages>',
    })
    expect(packageLines(reading)).toEqual(['A@1.0.0', 'B@2.0 dev (dev)'])
    expect(requestLines(reading)).toEqual(['C (nothing): the file has no version'])
    expect(reading.packages.map(({ line }) => line)).toEqual([3, 4])
  })

  it('takes packages and not projects from a build', () => {
    expect(
      packageLines(
        readFiles(dotnetDepsJson, {
          'bin/App.deps.json': JSON.stringify({
            libraries: { 'App/1.0.0': { type: 'project' }, 'A/1.0.0': { type: 'package' }, B: { type: 'package' } },
          }),
        }),
      ),
    ).toEqual(['A@1.0.0'])
  })
})

describe('projects of MSBuild', () => {
  it('reads references with properties and central versions of the nearest shared files', () => {
    const reading = readFiles(msbuildProject, {
      'src/app/app.csproj': `<Project Sdk="Microsoft.NET.Sdk">
  <PropertyGroup><Own>1.5.0</Own></PropertyGroup>
  <ItemGroup Condition="'$(X)' == 'y'">
    <PackageReference Include="A" Version="1.0.0" />
    <PackageReference Include="B"><Version>[2.0.0]</Version><PrivateAssets>all</PrivateAssets></PackageReference>
    <PackageReference Include="C" Version="$(own)" />
    <PackageReference Include="Central" />
    <PackageReference Include="Overridden" VersionOverride="9.0.0" />
    <PackageReference Include="Floating" Version="1.*" />
    <PackageReference Include="Nowhere" />
    <PackageReference Update="A" Version="7.0.0" />
    <PackageReference Include="D;E" Version="4.0.0" />
  </ItemGroup>
</Project>`,
      'Directory.Packages.props':
        '<Project><ItemGroup><PackageVersion Include="central" Version="$(Shared)" /><PackageVersion ' +
        'Include="Overridden" Version="1.0.0" /></ItemGroup></Project>',
      'src/Directory.Build.props': '<Project><PropertyGroup><Shared>3.0.0</Shared></PropertyGroup></Project>',
      'Directory.Build.props': '<Project><PropertyGroup><Shared>0.0.1</Shared></PropertyGroup></Project>',
    })
    expect(packageLines(reading)).toEqual([
      'A@1.0.0 direct',
      'B@2.0.0 direct dev (private)',
      'C@1.5.0 direct',
      'Central@3.0.0 direct',
      'Overridden@9.0.0 direct',
      'D@4.0.0 direct',
      'E@4.0.0 direct',
    ])
    expect(requestLines(reading)).toEqual([
      'Floating 1.*: no lockfile pins its version',
      'Nowhere (nothing): its version is set outside the project',
    ])
    expect(reading.packages[0]?.line).toBe(4)
  })

  it('reads more references than a call takes arguments', () => {
    const { packages } = readFiles(msbuildProject, {
      'many.csproj':
        `<Project><ItemGroup>${'<a/>'.repeat(140_000)}<PackageReference Include="A" ` +
        'Version="1.0.0"/></ItemGroup></Project>',
    })
    expect(packages).toHaveLength(1)
  })

  it('reads references that all projects share', () => {
    expect(
      packageLines(
        readFiles(msbuildProject, {
          'Directory.Packages.props':
            '<Project><ItemGroup><GlobalPackageReference Include="G" Version="1.0.0"/><PackageVersion ' +
            'Include="P" Version="2.0.0"/></ItemGroup></Project>',
        }),
      ),
    ).toEqual(['G@1.0.0 direct dev (private)'])
    expect(() => readFiles(msbuildProject, { 'a.fsproj': '<html/>' })).toThrow('is not an MSBuild project')
  })
})
