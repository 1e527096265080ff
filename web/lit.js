// The one place that knows where lit-html is: when the site is put together, these names become paths.
export { html, svg, render, nothing } from 'lit-html';
export { repeat } from 'lit-html/directives/repeat.js';
export { live } from 'lit-html/directives/live.js';
