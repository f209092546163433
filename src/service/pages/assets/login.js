// A link that signs in has its token behind the #, which browsers send to nobody: it is taken from there and sent once.
const form = document.querySelector('form[data-sign-in-link]')
const token = location.hash.slice(1)
if (form instanceof HTMLFormElement && /^[\w-]{43}$/.test(token)) {
  // Out of the history before anything else can read it there.
  history.replaceState(null, '', location.pathname + location.search)
  form.elements.namedItem('link').value = token
  form.requestSubmit()
}
