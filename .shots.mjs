import { chromium } from 'playwright-core';
import { DatabaseSync } from 'node:sqlite';
const base='http://localhost:3200'; const out='/tmp/shots'; import fs from 'node:fs'; fs.mkdirSync(out,{recursive:true});
const db=new DatabaseSync('/tmp/pay-data/sideline.db'); db.exec('pragma busy_timeout=5000');
const browser=await chromium.launch({executablePath:'/usr/bin/chromium',headless:true,args:['--no-sandbox','--disable-gpu']});
const reg=async n=>{const username=`shot-${Date.now().toString(36)}-${n}`;const r=await fetch(base+'/api/auth/register',{method:'POST',headers:{'content-type':'application/json'},body:JSON.stringify({username,password:'correct horse battery',name:'Ines Peeters',email:`${username}@sideline.example`,phone:'+32470123456',countryCode:'BE'})});if(!r.ok)throw new Error(await r.text());return username};
const only=process.argv[2];
const modes=process.argv[3]?process.argv[3].split(','):['390-light','390-dark','1280-light','1280-dark'];
const context=await browser.newContext({baseURL:base,viewport:{width:390,height:844},locale:'en-GB',timezoneId:'Europe/Brussels'});
const page=await context.newPage();
page.on('console',m=>{if(['error','warning'].includes(m.type()))console.log('CONSOLE',m.text())});page.on('pageerror',e=>console.log('ERR',e.message));
const login=async(u,p)=>{await page.goto('/login');await page.getByLabel('Username or e-mail').fill(u);await page.getByLabel('Password',{exact:true}).fill(p);await page.getByRole('button',{name:'Sign in'}).click();await page.waitForURL(u=>u.pathname!=='/login')};
const shot=async(name,{full=true}={})=>{ if(only&&!name.match(only))return; for(const m of modes){const [w,c]=m.split('-');await page.setViewportSize({width:+w,height:w==='390'?844:900});await page.emulateMedia({colorScheme:c});await page.waitForTimeout(250);await page.screenshot({path:`${out}/${name}-${m}.png`,fullPage:full});}await page.setViewportSize({width:390,height:844});};
const api=async(path,init={})=>page.evaluate(async([p,i])=>{const r=await fetch(p,{...i,headers:{'content-type':'application/json'}});return r.json()},[path,init]);
const u=await reg(1); await login(u,'correct horse battery');
const from=new Date(Date.now()+3*864e5).toISOString().slice(0,10);
const list=(await api(`/api/explore/events?price=paid&hasPlaces=true&from=${from}&limit=60`)).items;
const evs=[];for(const e of list){const d=await api('/api/events/'+e.id);if(d.attendingLeadsTo==='payment')evs.push(d)}
console.log(evs.length,'events', evs.map(e=>[e.name,e.offers.map(o=>[o.name,o.price.amountMinor,o.price.currency,o.acceptsOffline]).join('|')].join(': ')).slice(0,40).join('\n'));
const take=async(e,offerId)=>api(`/api/events/${e.id}/registration`,{method:'PUT',body:JSON.stringify({response:'attending',...(offerId&&{offerId})})});
const go=async e=>{await page.goto(`/my/events/${e.id}/payment`);await page.getByRole('heading',{name:'Payment',exact:true}).waitFor();await page.waitForTimeout(900)};
const card=async n=>page.getByLabel(n).check();
const single=evs.filter(e=>e.offers.length===1), multi=evs.filter(e=>e.offers.filter(o=>o.price.amountMinor>0).length>1), cash=evs.filter(e=>e.offers[0].acceptsOffline);
let i=0;const next=()=>single[i++];
// due
const a=next();await take(a);await page.goto('/my/events');await page.waitForTimeout(1200);await shot('myevents');
await page.goto(`/my/events/${a.id}`);await page.waitForTimeout(1200);await shot('event-pay');
await go(a);await shot('due');
if(multi[0]){await take(multi[0]);await go(multi[0]);await shot('due-offers')}
if(cash[0]){await take(cash[0]);await go(cash[0]);await shot('due-cash');const b=page.getByRole('button',{name:'Pay in cash instead'});if(await b.count()){await b.click();await page.waitForTimeout(500);await shot('cash-sheet',{full:false});await page.getByRole('button',{name:/in cash$/}).click();await page.getByText('Pay on the spot').waitFor();await page.waitForTimeout(600);await shot('cash-due')}}
// last minutes
db.exec(`update registrations set hold_expires_at='${new Date(Date.now()+100_000).toISOString()}' where event_id='${a.id}' and user_id=(select id from users where username='${u}')`);
await go(a);await shot('due-close',{});
// offline
await context.setOffline(true);await page.waitForTimeout(400);await shot('due-offline');await page.waitForTimeout(200);
await context.setOffline(false);await page.waitForTimeout(600);
db.exec(`update registrations set hold_expires_at='${new Date(Date.now()+1500_000).toISOString()}' where event_id='${a.id}' and user_id=(select id from users where username='${u}')`);
await go(a);await page.getByRole('button',{name:/^Pay /}).click();await page.waitForURL('**/sandbox/**');await page.waitForTimeout(300);await shot('sandbox');
await card('Is declined');await page.getByRole('button',{name:/^Pay/}).click();await page.getByText('was declined').waitFor();await shot('sandbox-declined');
await page.getByRole('link',{name:'Back to Sideline'}).click();await page.getByText('did not go through').first().waitFor();await page.waitForTimeout(700);await shot('failed');
await page.getByRole('button',{name:/Try again/}).click();await page.waitForURL('**/sandbox/**');await card('Needs a second step');await page.getByRole('button',{name:/^Pay/}).click();await page.getByText('Your bank asks').waitFor();await shot('sandbox-bank');
await page.getByRole('link',{name:'Back to Sideline'}).click();await page.getByText('waits for a yes').waitFor();await page.waitForTimeout(600);await shot('action');
await page.getByRole('button',{name:/bank/}).click();await page.waitForURL('**/sandbox/**');await page.getByRole('button',{name:'Yes, pay'}).click();await page.getByText("Paid. You're in.").waitFor();await page.getByRole('heading',{name:'Receipt'}).waitFor();await page.waitForTimeout(600);await shot('paid');
if(!only||'print'.match(only)){for(const c of ['light','dark']){await page.emulateMedia({media:'print',colorScheme:c});await page.screenshot({path:`${out}/print-${c}.png`,fullPage:true});}await page.emulateMedia({media:'screen',colorScheme:'light'});}
await page.getByRole('button',{name:'Ask for your money back'}).click();await page.waitForTimeout(500);await shot('ask-sheet',{full:false});await page.getByLabel('Why').fill('I broke my arm');await page.getByRole('button',{name:/^Ask for €/}).or(page.getByRole('button',{name:/^Ask for/})).last().click();await page.getByText('You asked for').waitFor();await shot('asked');
await page.goto(`/my/events/${a.id}`);await page.waitForTimeout(900);await page.getByRole('button',{name:'Give up my place'}).click();await page.getByText(/back|refund/i).first().waitFor();await page.waitForTimeout(800);await shot('giveup',{full:false});
await page.getByRole('button',{name:'Give up my place'}).last().click();await page.waitForTimeout(1500);
await go(a);await shot('refunding');await page.waitForTimeout(8000);await shot('refunded');
// processing
const b2=next();await take(b2);await go(b2);await page.getByRole('button',{name:/^Pay /}).click();await page.waitForURL('**/sandbox/**');await card('Hangs for twelve minutes, then is accepted');await page.getByRole('button',{name:/^Pay/}).click();await page.getByText('is on its way').first().waitFor();await page.waitForTimeout(600);await shot('processing');
// expired
const c2=next();await take(c2);await go(c2);await page.getByRole('button',{name:/^Pay /}).click();await page.waitForURL('**/sandbox/**');await page.goBack();await page.waitForTimeout(600);
db.exec(`update registrations set hold_expires_at='${new Date(Date.now()+1500).toISOString()}' where event_id='${c2.id}' and user_id=(select id from users where username='${u}')`);
await page.reload();await page.waitForTimeout(2200);await shot('over');await page.getByText('ran out').first().waitFor({timeout:20000});await page.waitForTimeout(500);await shot('expired');
await go(single[9]||evs[9]);await shot('none');
fs.writeFileSync('/tmp/shots/info.json',JSON.stringify({a:a.id,cash:cash[0]?.id,u}));
await browser.close();
