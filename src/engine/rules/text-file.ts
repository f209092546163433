import type { SnapshotFile } from '../model/snapshot.ts'
import { Lines } from '../model/lines.ts'
import type { RuleMatchLocation } from './rule-match.ts'

/** Text file that maps offsets to locations and lines. */
export class TextFile {
  readonly path: string
  readonly text: string
  readonly lines: Lines

  constructor({ path, content }: Pick<SnapshotFile, 'path' | 'content'>) {
    this.path = path
    this.text = content.toString('utf8').replace(/^\uFEFF/, '')
    this.lines = new Lines(this.text)
  }

  /** Returns the location of an offset. The snippet defaults to the line. */
  placeAt(offset: number, snippet?: string): RuleMatchLocation {
    const line = this.lines.lineAt(offset)
    return { path: this.path, line, column: this.lines.columnAt(offset), snippet: snippet ?? this.lines.textOf(line) }
  }

  placeOfLine(line: number, snippet?: string): RuleMatchLocation {
    return { path: this.path, line, snippet: snippet ?? this.lines.textOf(line) }
  }

  /** Returns the offset of a string at or after `from`, or `from` if the string does not occur literally. */
  offsetOf(text: string, from: number): number {
    const at = this.text.indexOf(text, from)
    return at < 0 ? from : at
  }
}
