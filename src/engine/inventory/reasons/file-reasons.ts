import { isReasonOf, type ReasonOf, reasonText } from './reason-templates.ts'

/**
 * Reasons why a manifest is not read, or not completely, phrased as the ends of sentences about it. Readers and child
 * processes use the codes. The parent process writes the sentences.
 */
export const fileReasons = {
  aliases: 'uses YAML aliases, which package managers do not write',
  'and-more-dependencies': 'and other files ask for {count} more dependencies without a version, which are not named',
  'binary-bun-lockfile':
    'is a binary lockfile, which Assay does not read; commit bun.lock, the text format of Bun 1.2 and newer',
  'computed-in-code': 'computes its dependencies in code, which Assay does not execute',
  'computed-in-code-mix': 'computes its dependencies in code, which Assay does not execute; commit mix.lock',
  'computed-in-code-python':
    'computes its dependencies in code, which Assay does not execute; commit a lockfile or a pyproject.toml',
  'dependencies-not-list': 'has dependencies that are not a list',
  'document-type': 'declares a document type, which Assay does not read',
  'gradle-lockfile-lines': 'contains lines that are not valid in a Gradle lockfile',
  'group-entry-limit': 'has dependency groups with more than {count} entries',
  'include-limit': 'was not read, because it includes more than {size} MiB of other files',
  'installed-only':
    'is in node_modules, and no lockfile or manifest outside lists the installed packages; commit the lockfile',
  'jsonc-syntax': 'is not JSON with comments ({syntaxError} at character {character})',
  'larger-than-64-kib': 'is larger than 64 KiB',
  'list-limit': 'has a list with more than {count} entries',
  'manifest-limit': 'was not read: a project has at most {count} lockfiles and manifests',
  'manifest-limit-others': 'and {others} more were not read: a project has at most {count} lockfiles and manifests',
  'merge-conflict': 'contains an unresolved merge conflict in line {line}',
  'needs-memory': 'is too expensive to read: its parsed form needs {size} MiB of memory',
  'needs-steps': 'is too expensive to read: it needs more than {count} steps',
  'neither-cargo-packages-nor-version': 'has neither packages nor a Cargo format version',
  'neither-meta-nor-default': 'has neither _meta nor a Pipenv default section',
  'neither-module-nor-requirements': 'has neither a module name nor requirements',
  'neither-packages-nor-pdm-metadata': 'has neither packages nor PDM metadata',
  'neither-packages-nor-poetry-metadata': 'has neither packages nor Poetry metadata',
  'neither-packages-nor-sdks': 'has neither packages nor SDKs',
  'neither-targets-nor-libraries': 'has neither targets nor libraries',
  'nested-too-deeply': 'is not {format} (it is nested too deeply)',
  'nesting-or-size': 'exceeds the limits for nesting or size',
  'no-bundler-section': 'has no Bundler section',
  'no-carton-snapshot': 'is not a Carton snapshot',
  'no-cyclonedx-document': 'is not a CycloneDX document',
  'no-dependencies-by-framework': 'has no dependencies by framework',
  'no-dependency-list': 'has no list of dependencies',
  'no-elixir-literal': 'is not an Elixir literal (line {line})',
  'no-elixir-map': 'is not an Elixir map',
  'no-erlang-term': 'is not an Erlang term',
  'no-gem-specification': 'has no Gem::Specification',
  'no-gradle-verification': 'is not verification metadata of Gradle',
  'no-installed-packages': 'lists no installed packages',
  'no-json': 'is not JSON',
  'no-json-or-toml': 'is not JSON or TOML',
  'no-libraries': 'has no libraries',
  'no-lock-version': 'has no lock-version',
  'no-maven-project': 'is not a Maven project',
  'no-msbuild-project': 'is not an MSBuild project',
  'no-nuget-list': 'is not a NuGet package list',
  'no-package-list': 'has no list of packages',
  'no-pin-list': 'has no list of pins',
  'no-pnpm-lockfile': 'is not a pnpm lockfile, because it has no lockfileVersion',
  'no-pod-list': 'has no list of pods',
  'no-python-name': 'has no name of a Python package',
  'no-renv-packages': 'has no packages of renv',
  'no-spdx-document': 'is not a document of SPDX 2',
  'no-text': 'contains NUL characters, so it is not text',
  'no-toml': 'is not TOML',
  'no-toml-at-line': 'is not TOML (line {line})',
  'no-utf-8': 'is not valid UTF-8',
  'no-uv-version': 'has no uv format version',
  'no-xml': 'is not XML',
  'no-yaml': 'is not valid YAML',
  'no-yaml-mapping': 'is not a YAML mapping',
  'not-format': 'is not {format}',
  'not-object': 'is not a {format} object',
  'package-limit': 'lists more than {count} packages',
  'package-limit-of-project': 'exceeds the limit of {count} packages for one project, so some are not checked',
  'package-limit-reached':
    'was not read, because earlier files already list {count} packages, the limit for one project',
  'part-not-object': 'has {part} that are no object',
  'reach-limit': 'is too expensive to read: its groups include more than {count} entries',
  'reader-error': 'could not be read because of an error in its reader',
  'script-blocks': 'has more than one block of script metadata, which the specification does not allow',
  'size-limit': 'is larger than {size} MiB, which is the limit',
  'statement-limit': 'has more than {count} statements',
  'term-limit': 'has more than {count} terms',
  'unsupported-format': 'is in an unsupported format',
  'unsupported-package-list':
    'lists packages in an unsupported format, so they were not checked for known vulnerabilities',
  'yarn-line-format': 'is not a yarn lockfile: line {line} has an invalid format',
  'yarn-line-without-value': 'is not a yarn lockfile: line {line} has no value',
} as const
export type FileReason = ReasonOf<typeof fileReasons>

/** Reports whether a value from a child process is a reason. */
export const isFileReason = (value: unknown): value is FileReason => isReasonOf(fileReasons, value)

/** Returns the sentence of a reason. */
export const fileReasonText = (reason: FileReason): string => reasonText(fileReasons, reason)
