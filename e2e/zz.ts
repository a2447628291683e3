import { CarrelServer } from '/work/main/e2e/world/carrel-server.ts';
import { Chromium } from '/work/main/e2e/world/chromium.ts';
import { keepCourse, signUp } from '/work/main/e2e/world/learner.ts';
const server = await CarrelServer.start();
const device = await Chromium.create();
let page = await device.open();
await signUp(page, server.url, 'Bench Reader');
await keepCourse(page, server.url, { courseId: 'course-1', code: server.codes('course-1')[0] });
await page.goto(server.url+'/courses/course-1/learn?lesson=course-1-lesson-02');
await page.waitForTimeout(3000);
await device.kill(); await server.stop();
for (let i=0;i<2;i++){
page = await device.open();
const cdp = await page.context().newCDPSession(page);
await cdp.send('Emulation.setCPUThrottlingRate', { rate: 4 });
if(i===1){await cdp.send('Profiler.enable');await cdp.send('Profiler.setSamplingInterval',{interval:500});await cdp.send('Profiler.start');}
await page.addInitScript({content:`
 const o=indexedDB.open.bind(indexedDB); indexedDB.open=(...a)=>{const n=performance.now();const r=o(...a);r.addEventListener('success',()=>log('idb '+a[0]+' '+n.toFixed(0)+'→'+performance.now().toFixed(0)));return r};
 window.__log=[]; function log(s){__log.push(performance.now().toFixed(0)+' '+s)}
 new PerformanceObserver(l=>{for(const e of l.getEntries())log('longtask '+e.startTime.toFixed(0)+'+'+e.duration.toFixed(0))}).observe({type:'longtask',buffered:true});
 new PerformanceObserver(l=>{for(const e of l.getEntries())log(e.name+' '+e.startTime.toFixed(0))}).observe({type:'paint',buffered:true});
 const mo=new MutationObserver(()=>{ if([...document.querySelectorAll('h2')].some(h=>h.textContent.includes('Distance is'))){log('TEXT');mo.disconnect();requestAnimationFrame(()=>setTimeout(()=>log('READABLE')))} else { const h1=document.querySelector('h1'); if(h1&&!window.__h){window.__h=1;log('h1 '+h1.textContent)}} });
 mo.observe(document,{childList:true,subtree:true});
`});
await page.goto(server.url+'/courses/course-1/learn?lesson=course-1-lesson-02', { waitUntil: 'commit' });
await new Promise(r=>setTimeout(r,2500)); const prof = i===1 ? (await cdp.send('Profiler.stop')).profile : null;
const out = await page.evaluate(`(()=>{const n=performance.getEntriesByType('navigation')[0];return ['nav worker '+n.workerStart.toFixed(0)+' resp '+n.responseStart.toFixed(0)+'-'+n.responseEnd.toFixed(0)+' dcl '+n.domContentLoadedEventStart.toFixed(0), ...performance.getEntriesByType('resource').filter(r=>/js|css|woff/.test(r.name)).map(r=>r.name.split('/').pop()+' '+r.startTime.toFixed(0)+'→'+r.responseEnd.toFixed(0)), ...__log]})()`);
console.log(i, out.join('\n  '));
if(prof){const fs=await import('node:fs');fs.writeFileSync('/tmp/prof.json',JSON.stringify(prof));}
await device.kill();
}
await device.dispose(); await server.dispose();
