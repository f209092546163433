import { isDevelopmentFile } from '../inventory/project/development-folders.ts'
import { isTable, type Table } from '../inventory/syntax/document.ts'
import { projectFactLimits } from './project-fact-limits.ts'
import type { SnapshotFile } from '../model/snapshot.ts'
import { parseBoundedJson } from '../sources/package-registries/registry-request.ts'

/** A project's files by path. */
export type ProjectFiles = ReadonlyMap<string, SnapshotFile>

/** Matches tests by file or folder name. */
const tests = new RegExp(
  String.raw`(?:^|[._-])(?:test|tests|spec)\.[^.]+$|(?:^|\/)test_[^/]*\.py$|(?:^|\/)conftest\.py$|` +
    String.raw`(?:^|\/)(?:e2e|__mocks__|mocks?|specs?|testing)\/`,
  'i',
)
const vendored = /(?:^|\/)(?:node_modules|vendor|third_party|site-packages|bower_components)\//

/**
 * Reports whether a file belongs to the project itself. Excludes tests, examples, documentation, templates, and copies
 * of other projects.
 */
export function isOfProject(path: string): boolean {
  return (
    !isDevelopmentFile(path) &&
    !tests.test(path) &&
    !vendored.test(path) &&
    !/(?:^|\/)(?:templates?|boilerplates?)\//i.test(path)
  )
}

/** Returns the text of a file, or undefined if it does not exist or is too large. */
export function textOf(files: ProjectFiles, path: string): string | undefined {
  const file = files.get(path)
  return file && file.size <= projectFactLimits.maxFileBytes ? file.content.toString('utf8') : undefined
}

/**
 * Returns the object in a JSON file, or undefined if the file does not exist, is too large, or does not contain an
 * object.
 */
export function jsonOf(files: ProjectFiles, path: string): Table | undefined {
  const file = files.get(path)
  const value = file && file.size <= projectFactLimits.maxFileBytes ? parseBoundedJson(file.content) : undefined
  return isTable(value) ? value : undefined
}

/** Returns the folder of a file, or an empty string if the file is in the root. */
export function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')))
}

/** Trims and truncates a string. Returns undefined if nothing is left. */
export function kept(value: unknown, longest: number): string | undefined {
  const text = typeof value === 'string' ? value.trim().slice(0, longest) : ''
  return text === '' ? undefined : text
}
