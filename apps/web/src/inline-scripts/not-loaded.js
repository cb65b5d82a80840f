// Says that the page's scripts could not be fetched: without them nothing on the page answers.
globalThis.sayNotLoaded = () => {
  const note = document.createElement('p');
  const again = document.createElement('a');
  note.role = 'alert';
  note.style.cssText =
    'position:fixed;inset:0 0 auto;max-width:none;margin:0;padding:14px;background:#8e2c14;color:#fff;font:16px/1.5 system-ui,sans-serif;text-align:center';
  again.href = '';
  again.style.color = 'inherit';
  again.textContent = 'Try again';
  note.append('Campus could not be loaded. Please check your connection. ', again);
  document.body.append(note);
};
