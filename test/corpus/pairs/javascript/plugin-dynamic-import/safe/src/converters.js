const LOADERS = {
  csv: () => import('./formats/csv.js'),
  lines: () => import('./formats/lines.js'),
}

export async function loadConverter(format) {
  if (!Object.hasOwn(LOADERS, format)) throw new Error('unknown format')
  const module = await LOADERS[format]()
  return module.convert
}
