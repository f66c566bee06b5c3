/**
 * The page `/cluster`: who is there, what each does at this moment, and what has happened. One HTML of its own, because
 * it has to open while no gateway is there to serve the client; in its colours (web/src/design/tokens.css).
 */
import type { ClusterView } from '#cluster/cluster-view.ts';

export const PAGE_STYLE = `
:root{color-scheme:light dark;--background:light-dark(#f4f5f7,#08090c);--surface:light-dark(#fff,#0f1216);--surface-2:light-dark(#f6f7f9,#14181d);--border:light-dark(#e3e6eb,#1d222a);--strong:light-dark(#cbd1d9,#2c333d);--text:light-dark(#12151a,#e8ebf0);--text-2:light-dark(#414955,#b4bcc8);--text-3:light-dark(#5b6471,#8b95a3);--primary:light-dark(#4b4fd6,#9b9eff);--up:light-dark(#08754a,#2fc483);--up-soft:light-dark(#dff3e9,#0e2b20);--down:light-dark(#c4232e,#ff6b74);--down-soft:light-dark(#fce6e7,#35161a);--warning:light-dark(#9c4700,#f0a052);--warning-soft:light-dark(#fdeedb,#33230f)}
*{box-sizing:border-box}
body{margin:0;background:var(--background);color:var(--text);font:14px/1.45 "Be Vietnam Pro",system-ui,sans-serif;font-variant-numeric:tabular-nums}
header,main{max-width:1360px;margin:0 auto;padding:0 24px}
header{display:flex;align-items:center;gap:14px;flex-wrap:wrap;padding-top:28px;padding-bottom:20px}
h1{font-size:24px;line-height:1.2;margin:0;letter-spacing:-.01em}
h1 small{font-weight:400;color:var(--text-3);font-size:16px;margin-left:8px}
.badge{border-radius:999px;padding:4px 12px;font-weight:600;font-size:13px}
.badge.good,.good .state{background:var(--up-soft);color:var(--up)}
.badge.bad,.bad .state{background:var(--down-soft);color:var(--down)}
.badge.soon,.soon .state{background:var(--warning-soft);color:var(--warning)}
.idle .state{background:var(--surface-2);color:var(--text-2)}
header .rate{margin-left:auto;color:var(--text-3);text-align:right}
header .rate b{display:block;font-size:22px;line-height:1.1;color:var(--text);font-weight:600}
.flow{display:grid;grid-template-columns:repeat(6,minmax(0,1fr));gap:32px;align-items:stretch}
.stage{position:relative;display:flex;flex-direction:column;gap:12px;min-width:0}
.stage+.stage::before{content:"";position:absolute;left:-25px;top:calc(50% + 15px);width:18px;height:2px;background:var(--strong)}
.stage+.stage::after{content:"";position:absolute;left:-12px;top:calc(50% + 12px);border:4px solid transparent;border-left:6px solid var(--strong)}
h2{margin:0;font-size:12px;font-weight:600;color:var(--text-3)}
.those{display:flex;flex-direction:column;gap:12px;justify-content:center;flex:1}
.card{background:var(--surface);border:1px solid var(--border);border-radius:10px;padding:14px 16px;transition:border-color .3s,opacity .3s}
.card.good{border-color:color-mix(in srgb,var(--up) 45%,var(--border))}
.card.bad{border-color:var(--down)}
.card.soon{border-color:var(--warning)}
.card h3{margin:0 0 8px;font-size:15px;font-weight:600;overflow-wrap:anywhere}
.state{display:inline-flex;align-items:center;gap:6px;border-radius:6px;padding:2px 8px;font-size:12px;font-weight:600}
.state::before{content:"";width:7px;height:7px;border-radius:50%;background:currentColor;flex:none}
.soon .state::before{animation:beat 1s infinite}
@keyframes beat{50%{opacity:.25}}
dl{display:grid;grid-template-columns:auto 1fr;gap:2px 12px;margin:10px 0 0;font-size:13px}
dt{color:var(--text-3)}dd{margin:0;text-align:right;overflow-wrap:anywhere}
.note{color:var(--text-3);font-size:13px;margin:0}
.below{display:grid;grid-template-columns:3fr 2fr;gap:32px;margin:32px 0 48px}
.panel{background:var(--surface);border:1px solid var(--border);border-radius:10px;overflow:hidden}
.panel h2{padding:12px 16px;background:var(--surface-2);border-bottom:1px solid var(--border);font-size:13px;color:var(--text-2)}
ol{list-style:none;margin:0;padding:6px 0;max-height:330px;overflow:auto}
li{display:flex;gap:14px;padding:5px 16px;font-size:13px}
li time{color:var(--text-3);flex:none}li b{font-weight:600;flex:none}li span{color:var(--text-2);overflow-wrap:anywhere}
.panel p{margin:0;padding:12px 16px 4px;color:var(--text-2);font-size:13px}
.panel ul{list-style:none;margin:0;padding:4px 0 10px}
.panel ul li{flex-direction:column;gap:0}
code{font:12.5px/1.5 ui-monospace,"Roboto Mono",monospace;color:var(--primary);overflow-wrap:anywhere}
.lost{opacity:.55}
@media(max-width:1150px){.flow{grid-template-columns:1fr;gap:20px}.stage+.stage::before,.stage+.stage::after{display:none}.those{display:grid;grid-template-columns:repeat(auto-fill,minmax(230px,1fr))}.below{grid-template-columns:1fr;gap:20px}header .rate{margin-left:0;text-align:left;width:100%}}
@media(prefers-reduced-motion:reduce){.soon .state::before{animation:none}.card{transition:none}}
`;

export const PAGE_SCRIPT = `
const WORDS={
vi:{cluster:'Cụm máy',whole:'Đầy đủ',broken:'Đang hồi phục',starting:'Đang khởi động',lost:'Không thấy cụm máy',rate:'bước mỗi giây',door:'Cửa vào',gateways:'Cổng giao dịch',bus:'Đường truyền',exchange:'Sở và giá',engines:'Bộ máy lệnh',databases:'Cơ sở dữ liệu',
serves:'đang phục vụ',waits:'đang chờ',startingState:'đang khởi động',gone:'đã dừng',primary:'máy chính',standby:'máy dự phòng',
pid:'tiến trình',since:'đã được',restarts:'khởi động lại',seq:'bước',epoch:'nhiệm kỳ',lag:'chậm hơn',lagValue:n=>n+' bước',endedBy:'vì',happened:'Diễn biến mới nhất',nothing:'Chưa có gì.',
drills:'Thử cho hỏng',drillsText:'Mỗi lệnh kết liễu một tiến trình bằng kill -9, rồi kể lại cho đến khi mọi thứ trở lại như cũ. Lệnh đặt đã được xác nhận thì không mất.',
kill:{engine:'bộ máy đang phục vụ: máy kia lên thay, lệnh giữ chỗ trong hàng',exchange:'sở giao dịch: lệnh chờ, rồi gửi lại',market:'máy báo giá: máy kia lên thay, lệnh không hề hấn','gateway-1':'một cổng: khách của nó sang cổng khác',database:'cơ sở dữ liệu chính: máy dự phòng lên thay',standby:'cơ sở dữ liệu dự phòng: được chép lại',nats:'đường truyền: mọi bên tự bắt kịp',projector:'nơi ghi danh sách và số liệu: chúng đứng lại một lát'},
pair:{starting:'đang khởi động',joining:'máy dự phòng đang bắt kịp',both:'hai đĩa đều có mọi điều đã xác nhận',alone:'chỉ còn một đĩa, vẫn nhận lệnh',waits:'chờ máy dự phòng',silent:'máy chính không trả lời',promoting:'máy dự phòng đang lên thay',primaryLost:'mất máy chính'}},
en:{cluster:'Cluster',whole:'Whole',broken:'Recovering',starting:'Starting',lost:'The cluster does not answer',rate:'steps a second',door:'Door',gateways:'Gateways',bus:'Bus',exchange:'Exchange and prices',engines:'Engines',databases:'Databases',
serves:'serves',waits:'waits',startingState:'starting',gone:'gone',primary:'primary',standby:'standby',
pid:'process',since:'for',restarts:'restarts',seq:'step',epoch:'epoch',lag:'behind by',lagValue:n=>n+(n===1?' step':' steps'),happened:'What happened last',nothing:'Nothing yet.',
drills:'Break it',drillsText:'Each command ends a process by kill -9 and tells what follows until all is as before. An order that was acknowledged is not lost.',
kill:{engine:'the engine that serves: the other takes over, orders keep their place',exchange:'the exchange: orders wait, and are sent again',market:'the market that tells prices: the other takes over, no order notices','gateway-1':'a gateway: its clients go to another',database:'the primary database: the standby takes its place',standby:'the standby database: it is cloned anew',nats:'the bus: everybody catches up',projector:'what fills lists and figures: they stand still for a moment'},
pair:{starting:'starting',joining:'the standby catches up',both:'two disks have whatever is acknowledged',alone:'one disk is left, orders go on',waits:'waits for the standby',silent:'the primary does not answer',promoting:'the standby takes its place',primaryLost:'the primary is lost'}}};
const words=WORDS[document.documentElement.lang];
const at=id=>document.getElementById(id);
const make=(name,text,kind)=>{const one=document.createElement(name);if(text!==undefined)one.textContent=text;if(kind)one.className=kind;return one};
const STATE={serves:'good',waits:'idle',starting:'soon',gone:'bad'};
const stateText=state=>state==='starting'?words.startingState:words[state]??words.pair[state]??state;
const causeText=cause=>words.endedBy?cause.replace('ended by',words.endedBy):cause;
const number=new Intl.NumberFormat(document.documentElement.lang);
function ago(iso){const s=Math.max(0,Math.round((new Date()-Date.parse(iso))/1000));return s<60?s+' s':s<3600?Math.floor(s/60)+' min '+s%60+' s':Math.floor(s/3600)+' h '+Math.floor(s%3600/60)+' min'}
function card(name,kind,label,facts){const box=make('article',undefined,'card '+kind);box.append(make('h3',name),make('span',label,'state'));const list=make('dl');for(const[term,value]of facts)if(value!==null&&value!==undefined)list.append(make('dt',term),make('dd',value));if(list.children.length)box.append(list);return box}
const figure=value=>value===null?null:number.format(value);
function processCard(one){const kind=one.role==='gateway'&&one.state==='waits'?'soon':STATE[one.state];return card(one.name,kind,stateText(one.state),[[words.pid,one.pid===null?null:String(one.pid)],[words.since,ago(one.since)],[words.epoch,figure(one.epoch)],[words.seq,figure(one.seq)],[words.lag,one.lag===null?null:words.lagValue(one.lag)],[words.restarts,one.restarts?String(one.restarts):null]])}
function fill(id,cards){at(id).replaceChildren(...cards)}
let seen;
function rateOf(view){const engine=view.processes.find(({epoch})=>epoch!==null);const now=performance.now();if(!engine||engine.seq===null)return;if(seen&&engine.seq>=seen.seq&&now-seen.at<1900)return;if(seen&&engine.seq>=seen.seq)at('rate').textContent=number.format(Math.round((engine.seq-seen.seq)/((now-seen.at)/1000)));seen={seq:engine.seq,at:now}}
let shownEvent;
function show(view){document.body.classList.remove('lost');
const isStarting=!view.isWhole&&view.processes.every(({restarts})=>restarts===0)&&view.processes.some(({state})=>state==='starting')||view.processes.length===0;
at('badge').textContent=view.isWhole?words.whole:isStarting?words.starting:words.broken;at('badge').className='badge '+(view.isWhole?'good':isStarting?'soon':'bad');
fill('door',[card(view.url.replace('http://',''),'good',words.serves,[])]);
for(const[id,role]of[['gateways','gateway'],['bus','bus'],['exchange','exchange market'],['engines','engine projector']])fill(id,view.processes.filter(one=>role.split(' ').includes(one.role)).map(processCard));
fill('databases',view.pair.databases.map(one=>card(one.name,one.pid===null?(view.pair.state==='starting'?'soon':'bad'):one.isPrimary?'good':'idle',one.pid===null?words.gone:one.isPrimary?words.primary:words.standby,[[words.pid,one.pid===null?null:String(one.pid)]])));
at('databases').append(make('p',words.pair[view.pair.state],'note'));
rateOf(view);
const newest=view.events.at(-1);const key=newest&&newest.time+newest.name+newest.state;if(key===shownEvent&&key)return;shownEvent=key;
const lines=view.events.slice().reverse().map(({time,name,state,cause})=>{const line=make('li');const when=make('time',new Date(time).toLocaleTimeString(document.documentElement.lang,{hour12:false})+'.'+time.slice(20,23));line.append(when,make('b',name==='databases'?words.databases:name),make('span',stateText(state)+(cause?' · '+causeText(cause):'')));return line});
at('events').replaceChildren(...(lines.length?lines:[make('li',words.nothing)]))}
for(const one of document.querySelectorAll('[data-word]'))one.textContent=words[one.dataset.word];
for(const[what,text]of Object.entries(words.kill)){const line=make('li');line.append(make('code','npm run cluster -- kill '+what),make('span',text));at('kills').append(line)}
show(JSON.parse(at('first').textContent));
async function look(){try{const answer=await fetch('/cluster.json',{cache:'no-store'});show(await answer.json())}catch{document.body.classList.add('lost');at('badge').textContent=words.lost;at('badge').className='badge bad'}setTimeout(look,document.hidden?5000:500)}
look();
`;

const STAGES = ['door', 'gateways', 'bus', 'exchange', 'engines', 'databases'];

export function clusterPage(language: 'vi' | 'en', view: ClusterView): string {
  const stages = STAGES.map(
    (name) =>
      `<section class="stage"><h2 data-word="${name}"></h2><div class="those" id="${name}" aria-live="off"></div></section>`,
  ).join('');
  const first = JSON.stringify(view).replaceAll('<', '\\u003c');
  return `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>Mùa · ${language === 'vi' ? 'Cụm máy' : 'Cluster'}</title><link rel="icon" href="data:,"><style>${PAGE_STYLE}</style></head><body>
<header><h1>Mùa<small data-word="cluster"></small></h1><span id="badge" class="badge" role="status"></span><div class="rate"><b id="rate">–</b><span data-word="rate"></span></div></header>
<main><div class="flow">${stages}</div>
<div class="below"><section class="panel"><h2 data-word="happened"></h2><ol id="events"></ol></section>
<section class="panel"><h2 data-word="drills"></h2><p data-word="drillsText"></p><ul id="kills"></ul></section></div></main>
<script type="application/json" id="first">${first}</script><script>${PAGE_SCRIPT}</script></body></html>`;
}
