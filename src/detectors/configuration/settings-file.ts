import type { SnapshotFile } from '../../model/snapshot.ts'
import { TextFile } from '../text-file.ts'
import { type FileKind, kindOf } from './file-kind.ts'
import { readJson } from './syntax/read-json.ts'
import { readToml } from './syntax/read-toml.ts'
import { readYaml } from './syntax/read-yaml.ts'
import type { Value } from './syntax/value.ts'

/** A file of settings, read when somebody asks for it. */
export class SettingsFile extends TextFile {
  readonly kind: FileKind
  #root: { readonly value: Value | undefined } | undefined

  constructor(file: Pick<SnapshotFile, 'path' | 'content'>, kind: FileKind) {
    super(file)
    this.kind = kind
  }

  /** Its content as JSON, TOML or YAML; undefined for what is none of them. */
  get root(): Value | undefined {
    this.#root ??= { value: this.#read(this.text) }
    return this.#root.value
  }

  get #read(): (text: string) => Value | undefined {
    return this.kind !== 'client' ? readYaml : this.path.toLowerCase().endsWith('.toml') ? readToml : readJson
  }
}

/** A settings file, or undefined for another one. */
export function settingsFile(file: SnapshotFile): SettingsFile | undefined {
  const kind = kindOf(file.path)
  return kind === undefined ? undefined : new SettingsFile(file, kind)
}
