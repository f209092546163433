import type { SnapshotFile } from '../../model/snapshot.ts'
import { TextFile } from '../text-file.ts'
import { type FileKind, kindOf } from '../../inventory/settings-files/file-kind.ts'
import { readJson } from '../../inventory/settings-files/read-json.ts'
import { readToml } from '../../inventory/settings-files/read-toml.ts'
import { readYaml } from '../../inventory/settings-files/read-yaml.ts'
import type { Reading, Value } from '../../inventory/settings-files/value.ts'

/** A settings file, parsed on first use. */
export class SettingsFile extends TextFile {
  readonly kind: FileKind
  #reading: Reading | undefined

  constructor(file: Pick<SnapshotFile, 'path' | 'content'>, kind: FileKind) {
    super(file)
    this.kind = kind
  }

  /** Content parsed as JSON, TOML, or YAML. Undefined if it cannot be parsed. */
  get root(): Value | undefined {
    return this.reading.value
  }

  /** Cached parser result. */
  get reading(): Reading {
    this.#reading ??= this.#read(this.text)
    return this.#reading
  }

  get #read(): (text: string) => Reading {
    return this.kind !== 'client' ? readYaml : this.path.toLowerCase().endsWith('.toml') ? readToml : readJson
  }
}

/** Returns a settings file, or undefined if the file is of another kind. */
export function settingsFile(file: SnapshotFile): SettingsFile | undefined {
  const kind = kindOf(file.path)
  return kind === undefined ? undefined : new SettingsFile(file, kind)
}
