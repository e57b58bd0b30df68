import type { Words } from './public-words.ts';

/**
 * Lower-case words that may stay in a sentence; in a name they are replaced, as are words that are names elsewhere in
 * the inventory. A compound (`read-only`, `InsufficientFreeAddresses`) stays if each part is listed.
 */
export const proseVocabulary: readonly Words[] = [
  {
    why: 'words of sentences in English',
    source: 'function words: they name nothing',
    words: `about above according across after again against ago all almost already also although always am an and another
      any anyone anything are aren around as at away back be became because become becomes been before behind being
      below beside between beyond both but by can cannot could couldn did didn do does doesn doing don done down
      during each either else elsewhere enough even ever every everything except few for from further had has hasn
      have haven having he hence here how however if in instead into is isn it its itself just last later least less
      let lets like likely ll made make makes many may maybe me meanwhile might more most much must my near nearly
      need needed needs neither never next no nobody none nor not nothing now of off often on once one only onto or
      other others otherwise our out over own per perhaps please previous previously rather re same seen several shall
      she should shouldn since so some something still such than that the their them then there therefore these they
      thing this those though three through thus time times to together too toward twice two under unless until up
      upon us use used uses using usually various ve very via was wasn way we well were weren what whatever when
      whenever where whether which while who whole whose why will with within without won would wouldn yes yet you
      your`,
  },
  {
    why: 'what AWS, Kubernetes and this program say in their messages',
    source:
      'https://docs.aws.amazon.com/eks/latest/userguide/troubleshooting.html, https://kubernetes.io/docs/reference/, src/collectors, src/sources',
    words: `able abort absent accept accepted accepts access accessed accessible account accounts accurate achieve acquire
      act action actions activate activated active activity actual actually add added adding addition additional
      address addresses adds adjust adjustment admin adopt advance advice affect affected affects affinity age agent
      agents aggregate alarm algorithm alias aliases allocate allocated allocation allow allowed allowing allows
      alphanumeric alternative ambiguous amount annotation annotations anonymous answer answered answers anti anyway
      appear appears applicable application applications applied applies apply applying appropriate approximately
      architecture area argument arguments array arrive arrived ask asked asks aspect assign assigned associate
      associated association assume assumed assumes attach attached attachment attempt attempted attempting attempts
      attribute attributes auth authenticate authenticated authentication authenticator author authorities authority
      authorization authorize authorized auto automatic automatically automount availability available average avoid
      aware backend backends bad balance balancer balancing bandwidth bare base based basic basis bastion bearer begin
      begins behavior belong belongs best better binary bind binding binds bit bits block blocked blocking blocks body
      boolean boot bootstrap bound boundary brand broken brownout browse browser bucket buckets budget budgets buffer
      build builds bundle button byte bytes cache cached calculate call called caller callers calling calls cancel
      canceled cancelled capacity card care carry case cases cause caused causes caution certain certificate
      certificates chain change changed changes changing channel char character characters charge chart charts check
      checked checking checks child choose chosen ci circular claim claims class classes clean cleanup clear cleared
      click client clients clock close closed cluster clusters code codes collect collected com combination combine
      come comes command commands commit common compare comparison compatibilities compatibility compatible complete
      completed completely completes compliant component components compute computed concerning concurrent condition
      conditions config configuration configurations configure configured confirm conflict conflicting conflicts
      connect connected connecting connection connections connectivity conservative consider consist consistent
      console consolidatable consolidate consolidated consolidation const constraint constraints contact contain
      contained container containers contains content contents context contexts continue continues continuing control
      controlled controller controllers controlplane conversion convert converted copied copies copy correct corrected
      correctly correspond corresponding corrupt count counted counts couple create created creates creating creation
      credential credentials critical current currently custom customize cut cycle daemon daemonset daily damage
      database date dates day days deadline deal debug decide declared decode decoded decrease dedicated default
      defaults define defined defines definition definitions degraded delay delayed delays delete deleted deletes
      deleting deletion delivered demand denied deny denying depend dependencies dependency dependent depends deploy
      deployed deploying deployment deprecated deprecation deprecations depth deregister describe described describes
      describing description deserialize desired destination destroy detach detached detail detailed details detect
      detected detection determine determined determines device devices diagnose differ difference different
      differently digest direct direction directly directory disable disabled disables disappear disassociate discard
      disconnected discover discovered disk disks display disrupt disrupted disrupting disruption disruptions
      distribution document documentation documented domain domains dot doubt download downtime drain drained draining
      drift drifted drop dropped dry due duplicate duplicated duration dynamic earlier earliest early edit effect
      effective effects egress eight elapsed eligible eliminate emit empty enable enabled enables enabling encode
      encoded encounter encountered encrypt encrypted encryption end ended ending endpoint endpoints ends enforce
      enforced engine ensure ensures entire entirely entity entries entry environment ephemeral equal equals error
      errors escaped establish established estimated eu event events eventually evict evicted evicting eviction
      evictions exact exactly examine exceed exceeded exceeds exception exceptions excess exclude
      excluded exclusive exec execute executed execution exist existing exists exit exited exits expect expected
      expects expiration expire expired expires expiry explicit explicitly export exported expose exposed expression
      extend extended extension extensions external extra extract facts fail failed failing fails failure failures
      fall false family fast fault feature features fetch field fields fifteen file files fill filled filter filters
      final finalizer finalizers find finds fine finish finished firewall first five fix fixed flag flags fleet flow
      fluent follow followed following follows forbidden force forced foreign form format formatted forward found four
      fraction free frequency fresh full fully function functional future gateway gave general generate generated
      generation generic get gets getting give given gives giving global go goes gone good got grace graceful
      gracefully grant granted grants greater group groups grow guide guideline half halt hand handle handled handler
      handling happen happened happens hash header headers health healthcheck healthy held help high higher highest
      hint history hit hold holding holds hop hour hourly hours html https hybrid identical identified identifier
      identifiers identify identities identity idle ignore ignored ignores image images immediate immediately
      immutable impact impaired impersonate impersonation implementation implicit import important imported impossible
      inaccessible inactive inbound include included includes including incompatible incomplete inconsistent incorrect
      incorrectly increase increased indicate indicated indicates individual infinite inform information
      infrastructure initial initialization initialize initialized initiate inline input insert inside insight inspect
      install installation installed instance instances instruction insufficient integer integration intended intent
      interactive interface interfaces internal internet interrupt interrupted interval inventory invocation invoke
      invoked involved ip ips issue issued issuer issues item items join joined js key keyed keys kill killed kind
      kinds know known knows label labels lack lacking lacks language large larger latency latest launch launched
      launches launching layer lead leader leads learn leave leaves left legacy length level levels library lifecycle
      lifetime limit limited limits line lines link linked links list listed listen listener listeners listing lists
      live load loaded loading local locally locate located location lock locked log logged logging login logs long
      longer look looked looking looks loop loss lost low lower lowest machine machines maintain maintained
      maintenance major making malformed manage managed management manager manages managing mandatory manifest
      manifests manual manually map mapped mapping mappings maps mark marked master match matched matches matching max
      maximum mean means meant measure mechanism member memory merge message messages met metadata method metric
      metrics middle migrate migrated migration millisecond milliseconds min minimal minimum minor minute minutes
      mismatch missing mistake mode model modes modification modified modify modifying module moment monitor
      monitoring month monthly months mount mounted mounts move moved moves moving ms multiple mutating mutual name
      named names namespace namespaced native nearest necessary negative network networking networks new newer newest
      newly nine node nodegroup nodegroups nodes non normal normally note notice notification null number numbers
      numeric object objects observed obsolete obtain occur occurred occurs offer offered offering offerings offers
      offline old older oldest omit omitted ones online ons opaque open opened operate operating operation operations
      operator operators opposed opt option optional options origin original orphan orphaned outage outbound outcome
      outdated output outside overall overlap overlapping overlaps overload overloaded override overrides owned owner
      owners owns package packages page pages pair pairs parameter parameters parent parse parsed parser part partial
      partially participate particular partition parts pass passed passes passing password past patch path paths
      pattern patterns pause paused peak peer peering pending percent percentage perform performance performed
      performing period permanent permanently permission permissions permit permits permitted persist persistent phase
      physical pick place placed placement plan plane planned platform platforms plugin plugins point points policies
      policy pool pools port ports position possible possibly post potential potentially prefer preferred prefix
      prefixes premature prepare presence present preserve press pressure prevent prevented preventing prevents price
      pricing primary principal principals printable printed prints prior priority private privilege privileged
      privileges probe probes problem problems proceed process processed processes processing produce profile profiles
      program progress prohibited propagate propagated propagation proper properly properties property protect
      protected protection protocol protocols proves provide provided provider providers provides providing provision
      provisioned provisioner provisioning proxies proxy public publish published pull pulled pulling purpose push put
      quantity queries query question queue queues quick quickly quorum quota quotas range ranges rate rates reach
      reachable reached reaches reaching read readiness reading readings reads ready real reason reasons reboot
      receive received receives recent recently recognized recommend recommendation recommendations recommended
      reconcile reconciled reconciling reconnect record records recover recoverable recovered recovery recreate
      redirect redirected reduce reduced refer reference referenced references referred refresh refreshed refuse
      refused refuses regarding region regional regions register registered registering registration registry regular
      reject rejected rejecting relate related release released releases releasing reliable reload remain remaining
      remains remote remove removed removes removing rename renamed renew renewed repair repeat repeated replace
      replaced replacement replaces replacing replica replicas replicate report reported reporting reports represent
      request requested requesting requests require required requirement requirements requires requiring reschedule
      rescheduled reservation reservations reserve reserved reset resets resize resolution resolve resolved resolves
      resolving resource resources respect respond responded responding response responses responsible restart
      restarted restarting restore restored restrict restricted restriction restrictions result resulted resulting
      results resume retain retained retries retrieve retrieved retry retrying return returned returning returns
      reverse review revision revisions revoke revoked right rights role roles roll rollback rolled rolling rollout
      root rotate rotated rotation route routes routing row rows rule rules run running runs runtime safe safely said
      satisfied satisfies satisfy save saved says scale scaled scaling scan scanned schedule scheduled
      scheduler schedules scheduling schema scope score script search second secondary seconds secret section secure
      security see seem seems select selected selecting selection selector selectors selects self send sending sends
      sent separate sequence serial serialize serve served server servers serves service servicequotas services
      serving session sessions set sets setting settings setup seven severe severity share shared shares short
      shortage show showing shown shows shut shutdown side sign signal signature signed signing similar simple
      simulate simultaneously single situation six size sizes skew skipped slash slot slots slow small smaller
      snapshot snapshots software soon source sources space spec special specific specification specified specifies
      specify specifying spend split spot spread stable stack stage stale standard start started starting starts
      startup state stated statefulset statement statements states static status statuses stay step steps stop stopped
      stopping stops storage store stored stores strategy strict strong stuck style subject submit submitted subnet
      subnets subordinate subscribe subscribed subscription subsequent subset succeed succeeded succeeds success
      successful successfully sufficient suffix suggest suggested suitable summary supplied supply support supported
      supporting supports suspend suspended switch sync synced syncing syntax system systemroot systems tag tagged
      tagging tags taint tainted taints take taken takes taking target targeted targets task tasks tell tells template
      templates temporarily temporary ten tenancy term terminal terminate terminated terminates terminating
      termination terms text texts thirty thread threshold thresholds throttle throttled throttles throttling
      throughput till timed timeout timeouts timestamp timing today toggle token tokens tolerate tolerated toleration
      tolerations tool tools top topic topology total trace tracing track traffic trail transaction transfer transient
      transition translate transport tried tries trigger triggered true truncated trust trusted trusts try trying ts
      turn turned twelve twenty type typeof types typically unable unauthenticated unauthorized unavailable unbound
      undefined underlying underutilized unexpected unexpectedly unfulfillable unhealthy unified unique unit units
      unknown unlimited unmanaged unmatched unneeded unpacked unprocessable unreachable unreadable unrecognized
      unregistered unreliable unresponsive unschedulable unset unsuccessful unsupported untagged unusable unused
      update updated updates updating upgrade upgraded upgrades upgrading upstream usable usage user username users
      utilization valid validate validated validating validation value values variable variables vary verb
      verification verified verifying version versions view violate violated violates violation virtual visible visit
      void volume volumes wait waited waiting waits want wanted wants warn warning warnings watch watching weak
      webhook webhooks week weekly weeks weight went wide width wildcard window windows wish word words work worker
      workers working workload workloads works worth write writing written wrong year yearly years zero zonal zone
      zones`,
  },
  {
    why: 'terms and abbreviations of AWS, Kubernetes and networks',
    source:
      'https://kubernetes.io/docs/reference/glossary/?all=true, https://docs.aws.amazon.com/glossary/latest/reference/glos-chap.html',
    words: `acl acls acm addon addons admission aggregated aki amazon ami amis api apiextensions apigroupdiscoverylist
      apigrouplist apis apiserver apiservice apiservices apps ari arm arn arns asg asgs attestation autoscaler
      autoscaling aws awsnodetemplate awsnodetemplates azure backoff bgp blockdevice bottlerocket bpf ca calico cas
      cert certs cgroup cidr cidrblock cidrs cilium clb cli cloud cloudformation cloudtrail cloudwatch clusterrole
      clusterrolebinding clusterroles cmk cname cni codebuild configmap configmaps containerd coredns corednses
      corefile cpu cpus cr crd crds cri cron cronjob cronjobs csi csidriver csidrivers csr ctl customresource
      customresourcedefinition customresourcedefinitions daemonsets debian deployments dhcp discovery dns docker
      dockerd dockershim dualstack eai ebs ec econnrefused econnreset ecr ecs efa efs eip eks eksbuild eksctl elb elbv
      endpointslice endpointslices eni enis enoent enotfound epipe eproto eproxybusy err etcd etimedout eventbridge
      expirationtimestamp fargate fips flux fsx gib gid gitversion gmt gpu gpus grpc gvk gz gzip helm hmac hostname
      hostnames hostpath hpa hsm http httpget hypervisor iam icmp id ids imds imdsv ingress ingresses init insecure
      insights interruption invalid io ipaddress ipam iptables ipv ipvs irsa iso istio job jobs json jsonpath jwt
      karpenter kernel kib kms kube kubeadm kubeconfig kubectl kubelet kubeletconfiguration kubelets
      kubeproxyconfiguration kubernetes lambda lb lease linux loadbalancer lts luks maproles mapusers mb mfa mib mtls
      mtu mutatingwebhookconfiguration mutatingwebhookconfigurations namespaces nat natgateway networkpolicy ng nic
      nics nlb nodeclaim nodeclaims nodeclass nodeclasses nodejs nodename nodepool nodepools nodeselector nvidia nvme
      oci ocid oidc ok oom openid os ou outpost outposts pdb pdbs pem persistentvolume persistentvolumeclaim
      persistentvolumeclaims persistentvolumes pid pids pki pod poddisruptionbudget poddisruptionbudgets
      podidentityassociation pods podsecuritypolicies podsecuritypolicy preflight provisioners proxybusy psp psps
      publicaccesscidrs pv pvc pvcs pvs rbac rds rebalance replicaset replicasets resourcequota responsestream rest
      rfc rolebinding rpc runinstances saml sandbox scp sctp sdk secrets securitygroup serviceaccount serviceaccounts
      sg sgs sha sid skip slr smt sni sns socks sqs ssd ssh ssl ssm sso stateful statefulsets stderr stdin stdout sts
      subresource sudo sysctl systemd tar tcp tls tlsroute topologyspread ttl tty ubuntu udp ui uid unix unmarshal
      unmarshalling unsendable uri url urls userdata utc utf uuid validatingwebhookconfiguration
      validatingwebhookconfigurations vcpu vcpus verify vm vms vpc vpcs vpn waf wif wsl www xfs xml yaml yml zip`,
  },
];
