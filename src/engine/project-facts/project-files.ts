import { isDevelopmentFile } from '../inventory/project/development-folders.ts'
import { isTable, type Table } from '../inventory/syntax/document.ts'
import { projectFactLimits } from './project-fact-limits.ts'
import type { SnapshotFile } from '../model/snapshot.ts'
import { parseBoundedJson } from '../sources/package-registries/registry-request.ts'

/** The files of a project, by path. */
export type ProjectFiles = ReadonlyMap<string, SnapshotFile>

/** What tests are called, and what other people's code lies in. */
const tests = new RegExp(
  String.raw`(?:^|[._-])(?:test|tests|spec)\.[^.]+$|(?:^|\/)test_[^/]*\.py$|(?:^|\/)conftest\.py$|` +
    String.raw`(?:^|\/)(?:e2e|__mocks__|mocks?|specs?|testing)\/`,
  'i',
)
const vendored = /(?:^|\/)(?:node_modules|vendor|third_party|site-packages|bower_components)\//

/**
 * Whether a file is of the project itself: not of its tests, examples and documentation, and no copy of another
 * project's.
 */
export function isOfProject(path: string): boolean {
  return (
    !isDevelopmentFile(path) &&
    !tests.test(path) &&
    !vendored.test(path) &&
    !/(?:^|\/)(?:templates?|boilerplates?)\//i.test(path)
  )
}

/** The text of a file of bounded size; undefined where there is none, or a larger one. */
export function textOf(files: ProjectFiles, path: string): string | undefined {
  const file = files.get(path)
  return file && file.size <= projectFactLimits.maxFileBytes ? file.content.toString('utf8') : undefined
}

/** The object in a file of JSON; undefined where there is none. */
export function jsonOf(files: ProjectFiles, path: string): Table | undefined {
  const file = files.get(path)
  const value = file && file.size <= projectFactLimits.maxFileBytes ? parseBoundedJson(file.content) : undefined
  return isTable(value) ? value : undefined
}

/** The folder of a file; empty: the root. */
export function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')))
}

/** A text as it is kept: without the white space around it, and bounded; undefined when nothing is left. */
export function kept(value: unknown, longest: number): string | undefined {
  const text = typeof value === 'string' ? value.trim().slice(0, longest) : ''
  return text === '' ? undefined : text
}
