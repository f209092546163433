// The token of a sign-in link is in the URL fragment, which browsers do not send to servers. This script submits it
// once.
const form = document.querySelector('form[data-sign-in-link]')
const token = location.hash.slice(1)
if (form instanceof HTMLFormElement && /^[\w-]{43}$/.test(token)) {
  // Remove the token from the history before other code can read it.
  history.replaceState(null, '', location.pathname + location.search)
  form.elements.namedItem('link').value = token
  form.requestSubmit()
}
