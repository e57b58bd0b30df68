# Build context: the repository after `npm ci && npm run build`; dist has no run-time dependencies and runs on any architecture.
#   docker buildx build --platform linux/amd64,linux/arm64 --build-arg VERSION=0.1.0 --build-arg REVISION=$(git rev-parse HEAD) -t IMAGE .
# To pin the base image, pass its digest: --build-arg BASE=gcr.io/distroless/nodejs24-debian13@sha256:...
ARG BASE=gcr.io/distroless/nodejs24-debian13:nonroot
FROM ${BASE}
ARG VERSION=0.1.0
ARG REVISION=unknown
LABEL org.opencontainers.image.title="eks-preflight" \
      org.opencontainers.image.description="Checks whether an Amazon EKS cluster is ready to upgrade Kubernetes or Karpenter" \
      org.opencontainers.image.source="https://github.com/eks-preflight/eks-preflight" \
      org.opencontainers.image.documentation="https://github.com/eks-preflight/eks-preflight/blob/main/docs/schedule.md" \
      org.opencontainers.image.licenses="Apache-2.0" \
      org.opencontainers.image.version="${VERSION}" \
      org.opencontainers.image.revision="${REVISION}"
COPY package.json LICENSE THIRD_PARTY_NOTICES.txt /app/
COPY dist /app/dist
# A container is used once: compiled code that Node kept would be lost.
ENV NODE_DISABLE_COMPILE_CACHE=1
USER 65532:65532
WORKDIR /app
ENTRYPOINT ["/nodejs/bin/node", "/app/dist/cli.js"]
CMD ["--help"]
