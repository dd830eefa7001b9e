/**
 * Inline script of every page: lays out the sections that `content-visibility: auto` skips (app.css), one per idle period
 * once the document is parsed, so that full-page captures and archives show them. One layout of all sections would be a long
 * task. A style sheet instead of style attributes, since the sections are not hydrated yet. The sheet remains, so that
 * pages opened later are laid out whole.
 */
export const layOutSectionsScript = `addEventListener("DOMContentLoaded",()=>{const s=new CSSStyleSheet,d=document,w="{content-visibility:visible!important}",q=f=>self.requestIdleCallback?requestIdleCallback(f,{timeout:2e3}):setTimeout(f,50);let n=1;const r=()=>{if(d.querySelector(".sections>:nth-child("+ ++n+")")){s.insertRule(".sections>:nth-child("+n+")"+w);d.body.offsetHeight;q(r)}else{s.replaceSync(".sections>*"+w);d.documentElement.dataset.laidOut=""}};d.adoptedStyleSheets.push(s);q(r)})`;
