// Where the site is read from a folder, browsers start no worker: the search then runs in a frame without a window.
(() => {
  if (location.protocol !== "file:") return;
  window.Worker = class extends EventTarget {
    constructor(url) {
      super();
      this.onerror = null;
      this.onmessage = null;
      const receive = (event) => {
        if (event.source !== this.frame.contentWindow) return;
        const message = new MessageEvent("message", { data: event.data });
        this.dispatchEvent(message);
        if (this.onmessage) this.onmessage(message);
      };
      window.addEventListener("message", receive);
      this.frame = document.createElement("iframe");
      this.frame.hidden = true;
      this.frame.title = "search";
      this.loaded = new Promise((resolve) => {
        this.frame.addEventListener("load", resolve, { once: true });
      });
      this.frame.srcdoc =
        '<script>window.postMessage = window.parent.postMessage.bind(window.parent);' +
        'window.importScripts = (...urls) => urls.reduce((before, url) => before.then(() => new Promise((done) => {' +
        'const script = document.createElement("script"); script.src = url; script.onload = done;' +
        'document.body.appendChild(script); })), Promise.resolve());</' +
        'script><script src="' + url + '"></' + 'script>';
      document.body.appendChild(this.frame);
    }
    postMessage(data) {
      this.loaded.then(() => this.frame.contentWindow.dispatchEvent(new MessageEvent("message", { data })));
    }
    terminate() {
      this.frame.remove();
    }
  };
})();
