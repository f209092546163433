import type { Snapshot } from '../../model/snapshot.ts'

const manifest = /(?:^|\/)(?:package\.json|pyproject\.toml|setup\.py|setup\.cfg)$/

/** Returns a function that finds a file's nearest ancestor folder with a manifest. `''` is the project root. */
export function packageFolders({ files }: Pick<Snapshot, 'files'>): (path: string) => string {
  const folders = new Set(
    [...files]
      .filter(([path, { content }]) => manifest.test(path) && content.length > 0)
      .map(([path]) => folderOf(path)),
  )
  return (path) => {
    let folder = folderOf(path)
    while (folder !== '' && !folders.has(folder)) folder = folderOf(folder)
    return folder
  }
}

function folderOf(path: string): string {
  const end = path.lastIndexOf('/')
  return end < 0 ? '' : path.slice(0, end)
}
