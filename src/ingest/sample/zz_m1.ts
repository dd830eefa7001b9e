import { assetClasses } from "#domain";
import { manyAssets } from "/work/main/src/ingest/sample/catalogFixture";
import { simulate } from "/work/main/src/ingest/sample/simulate";
import { observationText } from "/work/main/src/ingest/sample/observationText";
const c = manyAssets(assetClasses.map(a=>a.slug), 28);
console.log(c.assets.length, c.tokens.length);
let t=performance.now(), n=0, sim=0, txt=0, bytes=0; const perMetric: Record<string,number>={}; const size: Record<string, number[]> = {};
let t0=performance.now();
for (const a of simulate(c,{seed:1,endDate:"2026-11-20",days:913})) {
  const t1=performance.now(); sim+=t1-t0;
  const {text,rows}=observationText(a,{from:0,sourceId:1,version:1789000000000000}); n+=rows; bytes+=text.length;
  txt+=performance.now()-t1;
  for (const s of a.series) { let k=0; for (const v of s.values) if(!Number.isNaN(v)) k++; perMetric[s.metric.slug]=(perMetric[s.metric.slug]??0)+k;
  }
  const last=a.range.last-a.range.first;
  let usd=0; for (const tk of a.tokens) { const v=(tk.supply.supply[last]-(tk.supply.locked?.[last]??0))/10**a.digits*(a.unit?.[last]??0); if(v>0) usd+=v;}
  (size[a.asset.asset_class]??=[]).push(usd);
  t0=performance.now();
}
console.log({n, bytes, sim, txt, total: performance.now()-t}); console.log(perMetric);
for (const [k,v] of Object.entries(size)) console.log(k, (v.reduce((x,y)=>x+y)/1e6).toFixed(1)+"M", v.sort((a,b)=>b-a).slice(0,5).map(x=>(x/1e6).toFixed(1)).join(" "), "min", v.at(-1)!/1e6);
