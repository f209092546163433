export function findText(texts, key) {
  return key.split('.').reduce((part, name) => (part && typeof part === 'object' && Object.hasOwn(part, name) ? part[name] : undefined), texts)
}
