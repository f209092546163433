export async function loadConverter(format) {
  const module = await import(format.includes(':') ? format : `./formats/${format}.js`)
  return module.convert
}
