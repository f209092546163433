export function write() {
  return 'name,address'
}
