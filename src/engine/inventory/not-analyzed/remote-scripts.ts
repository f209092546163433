import type { NotAnalyzedItem } from '../../model/not-analyzed.ts'
import { Lines } from '../../model/lines.ts'

/** Maximum number of scripts to list per page. */
const maxScripts = 100

const scriptTag = /<script\b[^>]{0,500}?\bsrc\s{0,5}=\s{0,5}["']?((?:https?:)?\/\/[^"'\s>]{1,300})/gi

/** Returns the scripts that a page loads from other hosts. */
export function remoteScripts(path: string, text: string): NotAnalyzedItem[] {
  const lines = new Lines(text)
  return [...text.matchAll(scriptTag).take(maxScripts)].map(({ 1: name = '', index }) => ({
    kind: 'remote-script',
    path,
    line: lines.lineAt(index),
    name,
  }))
}
